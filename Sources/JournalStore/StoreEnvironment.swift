import Encodings
package import JournalCore

/// All that the store needs besides its file; the composition root supplies it, tests fix it.
package struct StoreEnvironment: Sendable {
  /// The wall clock, for `modifiedAt`, stamps, history and the trash; called from any thread.
  package var now: @Sendable () -> Instant
  /// Sixty-four random bits.
  package var random: @Sendable () -> UInt64
  /// The name that history shows for this device, as it is at present; asked for with each value that is replaced.
  package var deviceName: String { nameDevice() }
  /// Gives ``deviceName``, which a person may change while the store is open.
  package var nameDevice: @Sendable () -> String
  /// Whether the owner of a draft still runs; takes ``Draft/owner``.
  package var isOwnerAlive: @Sendable (String) -> Bool

  package init(
    now: @escaping @Sendable () -> Instant, random: @escaping @Sendable () -> UInt64, deviceName: String,
    isOwnerAlive: @escaping @Sendable (String) -> Bool
  ) {
    (self.now, self.random, self.isOwnerAlive) = (now, random, isOwnerAlive)
    nameDevice = { deviceName }
  }
}

/// Makes names for new records: lower-case UUIDs of version 7 (RFC 9562), so that names sort by when they were made.
package struct RecordNameSource: Sendable {
  private let environment: StoreEnvironment

  /// Makes a source that reads the clock and the random bits of an environment.
  package init(_ environment: StoreEnvironment) { self.environment = environment }

  /// Returns a new name of 36 characters; names made in the same millisecond sort at random.
  package func next() -> RecordName {
    let time = UInt64(max(0, environment.now().milliseconds)) & 0xFFFF_FFFF_FFFF
    let first = environment.random()
    let second = environment.random()
    let high = time << 16 | 0x7000 | (first & 0x0FFF)
    let low = 0x8000_0000_0000_0000 | (second & 0x3FFF_FFFF_FFFF_FFFF)
    let digits = Hexadecimal.text(high, digits: 16) + Hexadecimal.text(low, digits: 16)
    var text = ""
    text.reserveCapacity(36)
    for (index, digit) in digits.utf8.enumerated() {
      if index == 8 || index == 12 || index == 16 || index == 20 { text.append("-") }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return RecordName(text)
  }
}
