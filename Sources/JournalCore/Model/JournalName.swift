/// What a journal of this computer can be called.
package enum JournalName {
  /// The longest name, in bytes of UTF-8.
  package static let longest = 100

  /// Why a journal cannot be called so, as a sentence that says what is allowed; nil where it can.
  ///
  /// The name is that of a folder: a slash makes a path of it, which ``folderProblem(_:)`` refuses.
  package static func problem(_ name: String) -> String? {
    guard !name.isEmpty, name != ".", name != "..", name.utf8.count <= longest,
      name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else {
      return
        "“\(name)” cannot be a journal’s name: use 1 to \(longest) characters without control characters."
    }
    return nil
  }

  /// The same where a name alone is wanted, and no path.
  package static func folderProblem(_ name: String) -> String? {
    guard name.utf8.contains(UInt8(ascii: "/")) else { return problem(name) }
    return "“\(name)” cannot be a journal’s name: leave the slash out."
  }
}
