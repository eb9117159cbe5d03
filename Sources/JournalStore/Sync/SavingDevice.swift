/// Which device’s version came in, as a row of history keeps it: by the server’s word, since its name may be learnt later.
package enum SavingDevice {
  /// No name of a device begins with it.
  private static let mark: Character = "\u{1}"

  /// What is kept of a device: empty where the server did not say which one it was.
  package static func text(of id: String?) -> String { id.map { "\(mark)\($0)" } ?? "" }

  /// The name of the device that a row of history has; empty where it is not known.
  ///
  /// - Parameter name: Gives the name of a device by the server’s word for it.
  package static func name(in text: String, _ name: (String) throws -> String?) rethrows -> String {
    guard text.first == mark else { return text }
    return try name(String(text.dropFirst())) ?? ""
  }
}
