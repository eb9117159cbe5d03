package import JournalCore

/// A time zone out of a file of the system's zone database (TZif, RFC 9636).
package struct ZoneFile: LocalZone, Hashable {
  /// The IANA name.
  package let name: String
  /// The moments at which the offset changes, in seconds since 1970, and the offsets from then on.
  private let changes: [(at: Int64, offset: Int)]
  private let first: Int
  /// Whether the offset goes on changing behind the last moment, by a rule that is not read.
  private let hasRule: Bool

  /// Reads a file; nil for anything but a zone.
  ///
  /// - Parameter bytes: of version 2 or later, as every system has had them for many years.
  package init?(name: String, _ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes[...])
    guard let old = reader.header(), old.version >= UInt8(ascii: "2"), reader.skip(old.length(ofTime: 4)),
      let counts = reader.header(), reader.bytes.count >= counts.length(ofTime: 8), counts.types > 0
    else { return nil }
    let times = (0..<counts.times).map { _ in reader.integer(8) }
    let kinds = (0..<counts.times).map { _ in Int(reader.integer(1) & 0xFF) }
    let offsets = (0..<counts.types).map { _ in
      let offset = Int(reader.integer(4))
      _ = reader.integer(2)
      return offset
    }
    guard kinds.allSatisfy({ $0 < offsets.count }), offsets.allSatisfy({ $0.magnitude < 86_400 }),
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    _ = reader.skip(counts.letters + counts.leaps * 12 + counts.standards + counts.universals)
    self.name = name
    first = offsets[0]
    changes = zip(times, kinds).map { ($0, offsets[$1]) }
    hasRule = reader.bytes.contains(UInt8(ascii: ","))
  }

  /// Whether the offset at a moment is known: a file may leave what comes after its last change to a rule.
  package func covers(_ instant: Instant) -> Bool {
    guard hasRule else { return true }
    return changes.last.map { instant.milliseconds < $0.at.multipliedReportingOverflow(by: 1000).partialValue } ?? false
  }

  /// Seconds east of UTC at a moment.
  package func offsetSeconds(at instant: Instant) -> Int {
    // Towards the past, so that the second is the one in which the instant lies before 1970, too.
    let seconds = instant.milliseconds >= 0 ? instant.milliseconds / 1000 : (instant.milliseconds - 999) / 1000
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : changes[low - 1].offset
  }

  /// Whether both are the zone of the same name, read from the same file.
  package static func == (one: ZoneFile, other: ZoneFile) -> Bool {
    one.name == other.name && one.first == other.first && one.hasRule == other.hasRule
      && one.changes.elementsEqual(other.changes) { $0 == $1 }
  }

  /// Feeds the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  private struct Counts {
    var version: UInt8
    var universals = 0
    var standards = 0
    var leaps = 0
    var times = 0
    var types = 0
    var letters = 0

    func length(ofTime size: Int) -> Int {
      times * (size + 1) + types * 6 + letters + leaps * (size + 4) + standards + universals
    }
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func header() -> Counts? {
      guard bytes.count >= 44, bytes.starts(with: "TZif".utf8) else { return nil }
      _ = skip(4)
      var counts = Counts(version: UInt8(truncatingIfNeeded: integer(1)))
      _ = skip(15)
      let numbers = (0..<6).map { _ in Int(integer(4)) }
      guard numbers.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
      (counts.universals, counts.standards, counts.leaps) = (numbers[0], numbers[1], numbers[2])
      (counts.times, counts.types, counts.letters) = (numbers[3], numbers[4], numbers[5])
      return counts
    }

    mutating func skip(_ count: Int) -> Bool {
      guard bytes.count >= count else { return false }
      bytes.removeFirst(count)
      return true
    }

    /// A whole number with its sign, most significant byte first; the caller has seen that it is there.
    mutating func integer(_ count: Int) -> Int64 {
      var value = Int64(Int8(bitPattern: bytes.first ?? 0))
      for byte in bytes.prefix(count).dropFirst() { value = value << 8 | Int64(byte) }
      bytes.removeFirst(min(count, bytes.count))
      return value
    }
  }
}
