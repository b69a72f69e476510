internal import CShims
internal import Glibc
internal import OrielSystem
internal import OrielWire

/// The process that keeps the host's view of the file system and hands out bundles.
///
/// It passes each launch on to the fork server with more descriptors: a detached, read-only mount of
/// the bundle's folder, and one of each directory that the instance may write to, without execution.
/// It holds no item of any request, and ends with the host.
enum Broker {
  /// Serves until the host or the fork server is gone.
  ///
  /// The host's own end is watched as well: a copy of its control socket may live on in a process
  /// that it forked.
  static func run(
    _ control: borrowing PacketSocket,
    _ server: borrowing PacketSocket,
    _ host: borrowing ProcessHandle,
    _ limits: Limits,
    _ groups: inout ControlGroups
  ) {
    var buffer = PacketBuffer(capacity: WireLimit.header + WireLimit.payload)
    var held: [UInt64: HeldFolder] = [:]
    while let readiness = wait(control, server, host, groups) {
      for id in readiness.pressed {
        if let level = groups.pressure(of: id) {
          ControlChannel.send(Pressured(level: level), id: id, on: control)
        }
      }
      if readiness.hasEnded {
        guard forwardEnd(&buffer, server, control, &groups, &held) else { return }
      }
      guard readiness.hasCommand else { continue }
      guard let received = try? control.receive(into: &buffer), case .packet = received else {
        return
      }
      var descriptors = buffer.takeDescriptors()
      guard let frame = try? WireFrame(packet: buffer.bytes) else { return }
      guard !buffer.isControlTruncated else {
        // The kernel found no place for the launch's descriptors; only this launch fails.
        let failure = LaunchFailure(.tooManyOpenFiles, "receiving the launch's descriptors")
        ControlChannel.send(failure.message, id: frame.id, on: control)
        continue
      }
      guard
        case .launch(let launch)? =
          try? RunnerCommand(frame, descriptorCount: descriptors.count)
      else { return }  // The host is trusted; a message that is none means it is not Oriel's.
      do {
        var folder: HeldFolder?
        let mount = try mount(launch, &folder)
        descriptors.append(mount.tree)
        var trees = DescriptorList()
        for granted in launch.mounts { trees.append(try tree(of: granted)) }
        // The fork server gets the launch as it is after a copy, which is another file.
        let forwarded = try packet(withoutNames(mount.launch), frame.id)
        if let joining = try makeGroup(of: frame.id, limits, &groups) {
          descriptors.append(joining)
        }
        while let tree = trees.popFirst() { descriptors.append(tree) }
        let sending = try? server.send(forwarded, descriptors: descriptors)
        guard case .sent? = sending else { return }
        held[frame.id] = folder
      } catch {
        ControlChannel.send(error.message, id: frame.id, on: control)
      }
    }
  }

  /// A launch without the names that only the host and the broker need.
  ///
  /// Every instance is forked from the fork server's memory, which must not tell it where its user
  /// keeps extensions and which others there are.
  private static func withoutNames(_ launch: Launch) -> Launch {
    var launch = launch
    launch.bundlePath = PrivateRoot.bundlePath
    launch.bundleIdentifier = "extension"
    return launch
  }

  /// Makes the control group of an instance.
  private static func makeGroup(
    of id: UInt64,
    _ limits: Limits,
    _ groups: inout ControlGroups
  ) throws(LaunchFailure) -> Descriptor? {
    do {
      return try groups.make(for: id, limits)
    } catch {
      throw LaunchFailure(error.errno, "its control group cannot be made", for: .cgroupLimits)
    }
  }

  /// Tells the host how an instance ended, with what its control group counted; false when the fork
  /// server is gone.
  private static func forwardEnd(
    _ buffer: inout PacketBuffer,
    _ server: borrowing PacketSocket,
    _ control: borrowing PacketSocket,
    _ groups: inout ControlGroups,
    _ held: inout [UInt64: HeldFolder]
  ) -> Bool {
    guard let received = try? server.receive(into: &buffer), case .packet = received,
      let frame = try? WireFrame(packet: buffer.bytes),
      let event = try? RunnerEvent(frame, descriptorCount: buffer.descriptors.count)
    else { return false }
    let memory = groups.end(frame.id)
    held[frame.id] = nil
    switch event {
    case .exited(var exited):
      exited.group = memory
      ControlChannel.send(exited, id: frame.id, on: control)
    case .launchFailed(let failed): ControlChannel.send(failed, id: frame.id, on: control)
    default: return false
    }
    return true
  }

  /// A launch that failed here.
  private struct LaunchFailure: Error {
    let message: LaunchFailed

    init(_ errno: Errno, _ text: String, for layer: Layer? = nil) {
      message = LaunchFailed(layer: layer, errno: errno.rawValue, text: text)
    }
  }

  /// A detached, restricted mount of a bundle's folder or of a copy of it, and the folder, which is
  /// kept as it is until the instance ends.
  private static func mount(
    _ launch: Launch,
    _ held: inout HeldFolder?
  ) throws(LaunchFailure) -> BundleCopy.Made {
    let path = launch.bundlePath
    let folder = try open(path, "the bundle's folder")
    let identity = try? folder.status().identity
    guard identity?.device == launch.bundleDevice, identity?.inode == launch.bundleInode else {
      throw LaunchFailure(
        Errno(rawValue: ESTALE),
        "the bundle's folder was replaced after it was checked: \(path)"
      )
    }
    do {
      held = try HeldFolder.hold(folder)
    } catch {
      throw LaunchFailure(
        Errno(rawValue: ESTALE),
        "the bundle is being replaced or removed: \(path)"
      )
    }
    let made = try tree(folder, launch)
    let restrictions =
      UInt64(
        ORIEL_SHIM_MOUNT_READ_ONLY | ORIEL_SHIM_MOUNT_NO_SET_ID | ORIEL_SHIM_MOUNT_NO_DEVICES
      )
    let restricted = made.tree.withRawValue { oriel_shim_restrict_tree($0, restrictions, 1) }
    guard restricted >= 0 else {
      throw LaunchFailure(
        Errno(rawValue: 0 &- restricted),
        "the bundle cannot be made read-only: \(path)"
      )
    }
    return made
  }

  /// A detached mount of a directory of the host that an instance may write to.
  private static func tree(of granted: GrantedMount) throws(LaunchFailure) -> Descriptor {
    let folder = try open(granted.path, "the granted directory")
    let identity = try? folder.status().identity
    guard identity?.device == granted.device, identity?.inode == granted.inode else {
      throw LaunchFailure(
        Errno(rawValue: ESTALE),
        "the granted directory was replaced after it was checked: \(granted.path)"
      )
    }
    // The C string is empty: the descriptor itself is cloned.
    let result = folder.withRawValue { unsafe oriel_shim_clone_tree($0, "") }
    guard result >= 0 else {
      throw LaunchFailure(
        Errno(rawValue: 0 &- result),
        "the granted directory cannot be mounted: \(granted.path)"
      )
    }
    let tree = Descriptor(owning: result)
    let restrictions =
      UInt64(
        ORIEL_SHIM_MOUNT_NO_SET_ID | ORIEL_SHIM_MOUNT_NO_DEVICES | ORIEL_SHIM_MOUNT_NO_EXECUTION
      )
    let restricted = tree.withRawValue { oriel_shim_restrict_tree($0, restrictions, 1) }
    guard restricted >= 0 else {
      throw LaunchFailure(
        Errno(rawValue: 0 &- restricted),
        "the granted directory cannot be restricted: \(granted.path)"
      )
    }
    return tree
  }

  private static func tree(
    _ folder: borrowing Descriptor,
    _ launch: Launch
  ) throws(LaunchFailure) -> BundleCopy.Made {
    if folder.withRawValue({ oriel_shim_forbids_execution($0) }) == 1 {
      do {
        return try BundleCopy.make(of: folder, for: launch)
      } catch {
        throw LaunchFailure(
          error.errno,
          "the bundle lies on a file system without execution and cannot be copied: "
            + launch.bundlePath
        )
      }
    }
    // The C string is empty: the descriptor itself is cloned.
    let result = folder.withRawValue { unsafe oriel_shim_clone_tree($0, "") }
    guard result >= 0 else {
      throw LaunchFailure(
        Errno(rawValue: 0 &- result),
        "the bundle cannot be mounted: \(launch.bundlePath)"
      )
    }
    return BundleCopy.Made(tree: Descriptor(owning: result), launch: launch)
  }

  private static func packet(_ launch: Launch, _ id: UInt64) throws(LaunchFailure) -> [UInt8] {
    do {
      return try launch.packet(id: id).bytes
    } catch {
      throw LaunchFailure(.messageTooLong, error.description)
    }
  }

  private static func open(_ path: String, _ what: String) throws(LaunchFailure) -> Descriptor {
    do {
      return try Descriptor.open(
        path,
        [.pathOnly, .directory],
        resolve: [.noSymbolicLinks, .noMagicLinks]
      )
    } catch {
      throw LaunchFailure(
        error.errno,
        "\(what) cannot be opened: \(path)"
      )
    }
  }

  /// What there is to do.
  private struct Readiness {
    /// Whether the host has sent a message.
    let hasCommand: Bool
    /// Whether the fork server tells of an end.
    let hasEnded: Bool
    /// The requests whose control group has counted something.
    let pressed: [UInt64]
  }

  /// Waits for something to do; nil when the host or the fork server is gone.
  private static func wait(
    _ control: borrowing PacketSocket,
    _ server: borrowing PacketSocket,
    _ host: borrowing ProcessHandle,
    _ groups: borrowing ControlGroups
  ) -> Readiness? {
    let watched = groups.watched
    while true {
      var polls = [
        pollfd(fd: control.descriptor.withRawValue { $0 }, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server.descriptor.withRawValue { $0 }, events: Int16(POLLIN), revents: 0),
        pollfd(fd: host.descriptor.withRawValue { $0 }, events: Int16(POLLIN), revents: 0),
      ]
      polls += watched.map { pollfd(fd: $0.events, events: Int16(POLLPRI), revents: 0) }
      // The count is that of the structures, which outlive the call.
      let count = unsafe poll(&polls, UInt(polls.count), -1)
      if count < 0 && errno == EINTR { continue }
      let ended = polls[1].revents
      if count < 0 || polls[2].revents != 0 || (ended != 0 && ended & Int16(POLLIN) == 0) {
        return nil
      }
      return Readiness(
        hasCommand: polls[0].revents != 0,
        hasEnded: ended != 0,
        pressed: zip(watched, polls.dropFirst(3)).filter { $1.revents != 0 }.map(\.0.id)
      )
    }
  }
}
