internal import OrielSystem
internal import OrielWire

/// Connections whose functions the host calls: what goes over their sockets.
extension Engine {
  /// Sends what an instance has to prepare, with the memory of the lanes.
  func connect(_ link: ConnectionLink, _ request: ActiveRequest) {
    do throws(SystemError) {
      let descriptors = HeldDescriptors(
        DescriptorList(try link.memory.descriptor.duplicate())
      )
      guard let packet = try? link.message.packet() else {
        throw SystemError("Connect", .invalidArgument)
      }
      enqueue(packet, descriptors: descriptors, to: request)
    } catch {
      giveUp(request, error, during: "preparing calls")
    }
  }

  /// Has an instance map a memory.
  func mapBuffer(_ number: UInt64, _ memory: MappedMemory, for request: ActiveRequest) {
    do throws(SystemError) {
      let descriptors = HeldDescriptors(
        DescriptorList(try memory.file.descriptor.duplicate())
      )
      guard let packet = try? MapBuffer(size: UInt64(memory.file.size)).packet(id: number) else {
        throw SystemError("MapBuffer", .invalidArgument)
      }
      enqueue(packet, descriptors: descriptors, to: request)
    } catch {
      request.order.connection?.bufferMapped(number, error.errno.rawValue)
    }
  }
}
