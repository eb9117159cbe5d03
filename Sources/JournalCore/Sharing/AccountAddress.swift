/// The address of an account on a server, by which people are invited: `ben@journal.example.org`.
package enum AccountAddress {
  private static let longest = 254

  /// An address in lower case.
  ///
  /// - Throws: ``InvalidInput`` for a text that is none.
  package static func reading(_ text: String) throws(InvalidInput) -> String {
    let address = trimmingSpace(text).lowercased()
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), address.utf8.count <= longest,
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw InvalidInput("“\(text)” is not an address. Give NAME@HOST, such as ben@journal.example.org.") }
    return address
  }
}
