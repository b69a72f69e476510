/*
 * The stream in which Unpack gives an archive back: the one description of it. The host reads it
 * with Sources/OrielHost/Installation/UnpackedStream.swift and believes nothing that it says.
 *
 * The stream is cut into parts of UNPACK_PART bytes, the last one shorter. Each part is an
 * attachment of the one returned item, in order, of the type "public.data". Numbers are
 * little-endian, and nothing is aligned:
 *
 *   stream  := "ORIELUP1" entry* end
 *   entry   := kind:u8 flags:u8 path-length:u16 mode:u32 path data
 *   end     := 0:u8 0:u8 0:u16 entries:u32 content-bytes:u64          and nothing after it
 *   data    := chunk* 0:u32
 *   chunk   := length:u32 bytes                                       length 1...UNPACK_CHUNK
 *
 * `kind` is one of UNPACK_FILE and the following. `data` is the content of a file, the target of a
 * link, and else empty. `mode` holds the lower twelve bits of the mode. `path` is as the archive has
 * it, but for "./" at the beginning and "/" at the end of a folder; an entry for "." alone is left
 * out. `content-bytes` counts the content of files.
 *
 * An archive that cannot be read ends in a cancelled request with an error of the domain
 * UNPACK_DOMAIN and one of the codes below.
 */
#ifndef ORIEL_UNPACK_STREAM_H
#define ORIEL_UNPACK_STREAM_H

#define UNPACK_MAGIC "ORIELUP1"
#define UNPACK_PART ((size_t)16 << 20)
#define UNPACK_CHUNK ((size_t)1 << 20)

#define UNPACK_END 0
#define UNPACK_FILE 1
#define UNPACK_FOLDER 2
#define UNPACK_SYMBOLIC_LINK 3
#define UNPACK_HARD_LINK 4
#define UNPACK_SPECIAL 5 /* a device, pipe or socket */

#define UNPACK_HAD_ATTRIBUTES 1 /* extended attributes or access lists, which are left out */
#define UNPACK_SPARSE 2         /* the content has holes; the data ends before the first one */

#define UNPACK_DOMAIN "org.oriel.unpack"
#define UNPACK_E_NO_ARCHIVE 1 /* neither tar nor zip, or nothing that this library can decompress */
#define UNPACK_E_CORRUPT 2    /* cut off or damaged */
#define UNPACK_E_ENCRYPTED 3
#define UNPACK_E_ENTRIES 4 /* more than UNPACK_MOST_ENTRIES */
#define UNPACK_E_BYTES 5   /* more content than UNPACK_MOST_BYTES */
#define UNPACK_E_RATIO 6   /* beyond UNPACK_FREE_BYTES, more than UNPACK_MOST_RATIO times the archive */
#define UNPACK_E_INPUT 7   /* there is no attachment, or it cannot be loaded */
#define UNPACK_E_MEMORY 8
#define UNPACK_E_HOLES 9 /* a hole showed only while the content was read */

/* What is given up on early; the host has the same bounds and does not rely on these. */
#define UNPACK_MOST_ENTRIES 4096
#define UNPACK_MOST_BYTES ((uint64_t)256 << 20)
#define UNPACK_MOST_RATIO 250
#define UNPACK_FREE_BYTES ((uint64_t)16 << 20)

#endif
