/// The bounds of every message; what is larger is refused before memory is taken for it.
package enum WireLimit {
  /// The bytes of a packet's header.
  package static let header = 16
  /// The bytes of a payload that travels inside its packet.
  package static let payload = 65_536
  /// The bytes of a payload that travels in sealed memory.
  package static let externalPayload = 16 * 1024 * 1024
  /// The descriptors of a packet.
  package static let descriptors = 16
  /// The contents that an instance may send beside its messages.
  package static let contents = 256
  /// The bytes of one part of a content, so that its message fits a packet.
  package static let contentPart = payload - 4
  /// The bytes of a type identifier.
  package static let type = 255
  /// The bytes of a suggested name.
  package static let name = 255
  /// The bytes of an identifier of a bundle, point, locale, time zone or entitlement.
  package static let identifier = 255
  /// The bytes of a path.
  package static let path = 4095
  /// The bytes of a title, a text or the text of an error.
  package static let text = 65_536
  /// The bytes of the property list of an item.
  package static let userInfo = 65_536
  /// The bytes of one line of the log, and of any diagnostic text.
  package static let log = 4096
  /// The bytes of an attachment that travels inside a message, so that the message fits a packet.
  package static let inlineBytes = 65_536 - 512
  /// The items of a request.
  package static let items = 64
  /// The attachments of an item.
  package static let attachments = 256
  /// The representations of an attachment, and the types that one conforms to.
  package static let types = 16
  /// The types that a representation's type conforms to.
  package static let conformances = 32
  /// The loads of a request that are not answered yet.
  package static let loads = 64
  /// The questions of a request that are not answered yet.
  package static let asks = 16
  /// The bytes of the name or address of a host to connect to.
  package static let hostName = 255
  /// The bytes of a URL to open.
  package static let url = 4096
  /// The bytes of what a user is told who chooses a file.
  package static let prompt = 1024
  /// The bytes of the text of an answer.
  package static let answer = 1024
  /// The entries of a file system view.
  package static let viewEntries = 256
  /// The libraries that the runner loads beforehand.
  package static let preloads = 32
  /// The variables of an instance's environment.
  package static let environment = 32
  /// The directories that an instance is granted: with its other descriptors they fit into a packet.
  package static let mounts = 8
  /// The entitlements of an instance.
  package static let entitlements = 64
  /// The system call filters of a runner.
  package static let filters = 4
  /// The paths of a refused call.
  package static let refusedPaths = 2
  /// The callers of a refused call.
  package static let frames = 8
  /// The steps of a launch.
  package static let steps = 64
  /// The layers in a report.
  package static let layers = 64
  /// The parameters of a function that is called.
  package static let parameters = 64
  /// The structures that are passed by value.
  package static let structures = 4096
  /// The scalars in such a structure.
  package static let structureElements = 65_536
  /// The functions of a connection, those of tables included.
  package static let functions = 16_384
  /// The kinds of callbacks of a connection.
  package static let callbacks = 4096
}
