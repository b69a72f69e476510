internal import OrielPropertyList

/// The user info of items on its way: bounded in both directions.
enum UserInfo {
  /// Why a value is not sent or taken.
  struct Problem: Error, Equatable {
    /// The end of the sentence "the user info …".
    let what: String
  }

  /// The bytes of a binary property list with a value of the host's program.
  static func encode(_ value: PropertyListValue) throws(Problem) -> [UInt8] {
    do throws(PropertyListError) {
      return try value.serialized(as: .binary, within: .userInfo)
    } catch {
      throw Problem(what: error.message)
    }
  }

  /// The value that an instance returned, which is not trusted.
  static func decode(_ bytes: [UInt8]) throws(Problem) -> PropertyListValue {
    do throws(PropertyListError) {
      return try PropertyList(parsing: bytes, limits: .userInfo).root
    } catch {
      throw Problem(what: "\(error)")
    }
  }
}
