/// Writes tars by hand, wrong ones too.
package struct TarBuilder {
  /// A file of the tar.
  package struct Member {
    /// Its name; more than 100 bytes of it are cut off.
    package var name: String
    /// Its bytes.
    package var bytes: [UInt8]
    /// The kind of file: `0` a file, `1` and `2` links, `5` a folder.
    package var kind: Unicode.Scalar = "0"
    /// Where a link leads.
    package var link = ""
    /// The size that it says; nil for the truth.
    package var size: Int64?

    package init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

    package init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
  }

  /// Its files, in their order.
  package var members: [Member]
  /// Whether it has the empty blocks that end a tar.
  package var hasEnd = true

  package init(members: [Member]) { self.members = members }

  /// The tar.
  package var bytes: [UInt8] {
    var output: [UInt8] = []
    for member in members {
      output += TarBuilder.head(member) + member.bytes
      output += [UInt8](repeating: 0, count: (512 - member.bytes.count % 512) % 512)
    }
    return output + [UInt8](repeating: 0, count: hasEnd ? 1024 : 0)
  }

  private static func head(_ member: Member) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at place: Int, most: Int) {
      for (index, byte) in text.utf8.prefix(most).enumerated() { head[place + index] = byte }
    }
    func octal(_ number: Int64, _ digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    put(member.name, at: 0, most: 100)
    put("0000644", at: 100, most: 7)
    put("0000000", at: 108, most: 7)
    put("0000000", at: 116, most: 7)
    put(octal(member.size ?? Int64(member.bytes.count), 11), at: 124, most: 11)
    put("00000000000", at: 136, most: 11)
    put("        ", at: 148, most: 8)
    put(String(Character(member.kind)), at: 156, most: 1)
    put(member.link, at: 157, most: 100)
    put("ustar\u{0}00", at: 257, most: 8)
    let sum = head.reduce(0) { $0 + Int64($1) }
    put(octal(sum, 6) + "\u{0} ", at: 148, most: 8)
    return head
  }
}
