internal import CShims

/// Memory in a file that is being filled, before it is sealed.
package struct MemoryFile: ~Copyable, Sendable {
  /// The memory file; fill it by `write`, which costs half of what filling a mapping does.
  package let descriptor: Descriptor

  /// Makes an empty memory file; the name only shows in diagnostics.
  package init(name: String) throws(SystemError) {
    // The temporary C string lives as long as the call.
    let result = unsafe oriel_shim_memory_file(name)
    descriptor = Descriptor(owning: try checked("memfd_create", result))
  }

  /// Forbids every further change.
  package consuming func seal() throws(SystemError) -> SealedMemory {
    let result = descriptor.withRawValue { oriel_shim_seal($0) }
    _ = try checked("fcntl(F_ADD_SEALS)", result)
    let size = try descriptor.status().identity.size
    return SealedMemory(descriptor: descriptor, size: size)
  }
}
