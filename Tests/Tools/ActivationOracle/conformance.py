"""Types and what they conform to, from the specification and from public knowledge."""

# The type, and what it directly is a special case of.
BUILT_IN = """
public.item
public.content
public.composite-content: public.content
public.data: public.item
public.url: public.data
public.file-url: public.url
public.text: public.data public.content
public.plain-text: public.text
public.utf8-plain-text: public.plain-text
public.utf16-plain-text: public.plain-text
public.rtf: public.text
public.html: public.text
public.xml: public.text
public.xhtml: public.xml
public.json: public.text
public.source-code: public.plain-text
public.swift-source: public.source-code
public.script: public.source-code
public.shell-script: public.script
public.python-script: public.script
public.comma-separated-values-text: public.delimited-values-text
public.delimited-values-text: public.text
public.contact
public.vcard: public.text public.contact
public.message
public.email-message: public.data public.message
public.image: public.data public.content
public.jpeg: public.image
public.png: public.image
public.tiff: public.image
public.heif-standard: public.image
public.heic: public.heif-standard
com.compuserve.gif: public.image
com.microsoft.bmp: public.image
public.svg-image: public.image public.xml
public.camera-raw-image: public.image
public.audiovisual-content: public.data public.content
public.movie: public.audiovisual-content
public.video: public.movie
public.mpeg: public.movie
public.mpeg-4: public.movie
public.avi: public.movie
com.apple.quicktime-movie: public.movie
public.audio: public.audiovisual-content
public.mp3: public.audio
public.mpeg-4-audio: public.audio
com.apple.m4a-audio: public.mpeg-4-audio
com.adobe.pdf: public.data public.composite-content
com.apple.property-list: public.data
com.apple.xml-property-list: public.xml com.apple.property-list
com.apple.binary-property-list: com.apple.property-list
com.apple.webarchive: public.data public.composite-content
public.archive: public.data
public.zip-archive: public.archive
public.tar-archive: public.archive
org.gnu.gnu-zip-archive: public.archive
public.disk-image: public.archive
public.directory: public.item
public.folder: public.directory
public.package: public.directory
com.apple.package: public.directory
com.apple.bundle: public.directory
com.apple.application: public.executable
com.apple.application-bundle: com.apple.application com.apple.bundle com.apple.package
com.apple.rtfd: com.apple.package public.composite-content
public.executable: public.item
public.unix-executable: public.data public.executable
org.idpf.epub-container: public.data public.composite-content
org.openxmlformats.openxml: public.zip-archive
org.openxmlformats.wordprocessingml.document: org.openxmlformats.openxml public.composite-content
com.microsoft.word.doc: public.data public.composite-content
public.x509-certificate: public.data
"""


def built_in():
    table = {}
    for line in BUILT_IN.split("\n"):
        name, _, parents = line.partition(":")
        if name:
            table[name] = parents.split()
    return table


class Types:
    """A table of built-in, exported and imported types."""

    def __init__(self, declared=None):
        self.parents = built_in()
        own = set(self.parents)
        for origin in ("exported", "imported"):
            for one in (declared or {}).get(origin) or []:
                name = one["id"].lower()
                # No declaration changes a built-in type; exports are stronger than imports, and of
                # two declarations the first counts.
                if name not in self.parents:
                    self.parents[name] = [p.lower() for p in one.get("conformsTo") or []]
        self.cyclic = {t for t in self.parents if t not in own and self._reaches(t, t)}

    def _reaches(self, start, goal):
        seen, todo = set(), list(self.parents.get(start, []))
        while todo:
            one = todo.pop()
            if one == goal:
                return True
            if one not in seen:
                seen.add(one)
                todo += self.parents.get(one, [])
        return False

    def conforms(self, one, other):
        """True, False, or None when it depends on where a cycle is broken."""
        one, other = one.lower(), other.lower()
        if one == other:
            return True
        if not self._reaches(one, other):
            return False
        return self._certain(one, other)

    def _certain(self, one, other):
        """Conformance without any edge inside a cycle is certain."""
        todo, seen = [one], set()
        while todo:
            at = todo.pop()
            if at == other:
                return True
            if at in seen:
                continue
            seen.add(at)
            for parent in self.parents.get(at, []):
                if not (at in self.cyclic and self._reaches(parent, at)):
                    todo.append(parent)
        return None
