internal import CShims
internal import Glibc

/// The directories that one instance may write to beyond its temporary one, in memory that the C
/// side reads after the fork.
///
/// Its pointers are private and freed with it, in the fork server and in the instance alike.
@safe struct GrantedTrees: ~Copyable {
  private let trees: UnsafeMutableBufferPointer<oriel_shim_tree>
  private let grants: UnsafeMutableBufferPointer<oriel_shim_grant>

  /// No directories.
  init() {
    unsafe trees = .allocate(capacity: 0)
    unsafe grants = .allocate(capacity: 0)
  }

  /// Directories by their absolute path in the instance and the descriptor of their tree, which must
  /// stay open; with what Landlock grants every instance.
  init(
    _ directories: [(path: String, descriptor: Int32)],
    besides common: UnsafeMutableBufferPointer<oriel_shim_grant>
  ) {
    unsafe trees = .allocate(capacity: directories.count)
    unsafe grants = .allocate(capacity: directories.isEmpty ? 0 : common.count + directories.count)
    for (index, directory) in directories.enumerated() {
      // Freed in deinit.
      let path = unsafe strdup(directory.path)
      // Both indices are below the capacities.
      unsafe trees.initializeElement(
        at: index,
        to: oriel_shim_tree(path: path, descriptor: directory.descriptor, reserved: 0)
      )
      unsafe grants.initializeElement(
        at: common.count + index,
        to: oriel_shim_grant(path: path, writable: 1, reserved: 0)
      )
    }
    guard !directories.isEmpty else { return }
    for index in 0..<common.count {
      // The index is in bounds of both.
      unsafe grants.initializeElement(at: index, to: common[index])
    }
  }

  deinit {
    let count = unsafe trees.count
    for index in 0..<count {
      // Made by strdup in init, and used by nothing else any more.
      unsafe free(UnsafeMutableRawPointer(mutating: trees[index].path))
    }
    // Both were allocated in init.
    unsafe trees.deallocate()
    unsafe grants.deallocate()
  }

  /// Puts the directories into a plan, which must not be used longer than these.
  func fill(_ plan: inout oriel_shim_plan) {
    guard unsafe !trees.isEmpty else { return }
    // The caller keeps these as long as the plan.
    unsafe plan.trees = UnsafePointer(trees.baseAddress)
    unsafe plan.tree_count = UInt64(trees.count)
    unsafe plan.grants = UnsafePointer(grants.baseAddress)
    unsafe plan.grant_count = UInt64(grants.count)
  }
}
