extension Entitlement {
  /// What the extension could do with it, as a part of a sentence for people.
  public var meaning: String {
    switch self {
    case .container: "keep files of its own between requests"
    case .appGroup(let group):
      "share files with other extensions of \(group.publisher) (\(group))"
    case .userSelectedFiles(.read): "read files that you choose"
    case .userSelectedFiles(.readWrite): "read and change files that you choose"
    case .networkClient(let endpoint): "connect to \(endpoint.meaning)"
    case .openURL(let scheme): "have \(scheme): links opened outside the sandbox"
    }
  }
}

extension NetworkEndpoint {
  /// The endpoint in words.
  var meaning: String {
    let hosts =
      switch host {
      case .any: "any host"
      case .subdomains(let name): "any host under \(name)"
      case .name(let name): name
      case .address(let address): "the address \(address)"
      }
    return switch port {
    case .any: "\(hosts), any port"
    case .number(let number): "\(hosts), port \(number)"
    }
  }
}
