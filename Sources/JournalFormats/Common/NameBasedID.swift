import Crypto
import Encodings
package import JournalCore

/// Ids that follow from what a thing is, not from when it was made: UUID version 5 of RFC 9562.
///
/// Two machines that import the same file make the same ids, so that their entries meet as one, and importing a file
/// again changes nothing.
package enum NameBasedID {
  /// The namespace of all imported records: the UUIDv5 of `import.cloudjournal.org` in the RFC's DNS namespace. Any
  /// other value would give every entry that was ever imported a second self.
  private static let namespace: [UInt8] = uuidV5Bytes(
    namespace: [
      0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
    ], name: Array("import.cloudjournal.org".utf8))

  /// The id of something that was imported from `format`, told apart by `parts`, in lower case.
  ///
  /// Give the source's own id if it has one, or else what makes the thing what it is. The parts' lengths count: `ab`,
  /// `c` and `a`, `bc` give different ids. Texts are compared by their bytes.
  package static func uuidV5(format: String, parts: [String]) -> RecordName {
    var name: [UInt8] = []
    for part in [format] + parts {
      withUnsafeBytes(of: UInt64(part.utf8.count).bigEndian) { name.append(contentsOf: $0) }
      name.append(contentsOf: part.utf8)
    }
    return RecordName(text(uuidV5Bytes(namespace: namespace, name: name)))
  }

  /// The 16 bytes of a UUIDv5.
  static func uuidV5Bytes(namespace: [UInt8], name: [UInt8]) -> [UInt8] {
    var hash = Insecure.SHA1()
    hash.update(data: namespace)
    hash.update(data: name)
    var bytes = Array(hash.finalize().prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes
  }

  /// `8-4-4-4-12` lower-case hexadecimal digits.
  static func text(_ bytes: [UInt8]) -> String {
    var result = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { result.append("-") }
      result.append(Hexadecimal.text(CollectionOfOne(byte)))
    }
    return result
  }
}
