/// Writes zips by hand, wrong ones too: everything in them can be set.
package struct ZipBuilder {
  /// A file of the zip.
  package struct Member {
    /// Its name, in bytes.
    package var name: [UInt8]
    /// What lies in the zip.
    package var bytes: [UInt8]
    /// How it is compressed.
    package var method: UInt16 = 0
    /// The flags of the file.
    package var flags: UInt16 = 0
    /// What the directory says, where that is not the truth.
    package var size: UInt32?
    /// The same of its compressed size.
    package var compressedSize: UInt32?
    /// The same of its checksum.
    package var checksum: UInt32?
    /// The same of the name in front of it.
    package var localName: [UInt8]?
    /// The same of its place.
    package var offset: UInt32?
    /// The Unix mode.
    package var mode: UInt32 = 0o100644

    package init(_ name: String, _ bytes: [UInt8]) {
      self.name = Array(name.utf8)
      self.bytes = bytes
    }

    package init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
  }

  /// Its files, in their order.
  package var members: [Member]
  /// What stands behind its end.
  package var comment: [UInt8] = []
  /// How many files it says it has; nil for the truth.
  package var countClaimed: UInt16?

  package init(members: [Member]) { self.members = members }

  /// The zip.
  package var bytes: [UInt8] {
    var output: [UInt8] = []
    var offsets: [UInt32] = []
    for member in members {
      offsets.append(UInt32(output.count))
      output += number(0x0403_4B50, 4) + number(20, 2) + fields(member)
      let name = member.localName ?? member.name
      output += number(UInt32(name.count), 2) + number(0, 2) + name + member.bytes
    }
    let directory = output.count
    for (member, offset) in zip(members, offsets) {
      output += number(0x0201_4B50, 4) + number(3 << 8 | 20, 2) + number(20, 2) + fields(member)
      output += number(UInt32(member.name.count), 2) + number(0, 2) + number(0, 2) + number(0, 2) + number(0, 2)
      output += number(member.mode << 16, 4) + number(member.offset ?? offset, 4) + member.name
    }
    let size = output.count - directory
    let count = UInt32(countClaimed ?? UInt16(members.count))
    output += number(0x0605_4B50, 4) + number(0, 2) + number(0, 2) + number(count, 2) + number(count, 2)
    output += number(UInt32(size), 4) + number(UInt32(directory), 4) + number(UInt32(comment.count), 2) + comment
    return output
  }

  private func fields(_ member: Member) -> [UInt8] {
    var output = number(UInt32(member.flags), 2) + number(UInt32(member.method), 2)
    output += number(0, 2) + number(0x21, 2)
    output += number(member.checksum ?? ZipBuilder.checksum(member.bytes), 4)
    output += number(member.compressedSize ?? UInt32(member.bytes.count), 4)
    output += number(member.size ?? UInt32(member.bytes.count), 4)
    return output
  }

  private func number(_ value: UInt32, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> UInt32($0 * 8)) }
  }

  /// CRC-32.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}
