import Encodings
package import JournalCore
package import JournalSeal
package import SyncCore

/// What a device holds of its keys: the keys themselves, and the ring that was taken last.
package struct HeldKeys: Hashable, Sendable {
  /// As `keys.json` has them.
  package var kept: KeptKeys
  /// The bytes of the ring; nil where this device is in none yet.
  package var ring: [UInt8]?

  package init(_ kept: KeptKeys, ring: [UInt8]? = nil) {
    self.kept = kept
    self.ring = ring
  }

  /// The recovery key in force, by the ring that is kept; nil where there is none, or none that can be read.
  package var recovery: PublicKeys? {
    guard let ring, kept.ring != nil else { return nil }
    do { return try VerifiedRing(decoding: ring).state.recovery } catch {
      // Where keys are used, a ring that cannot be read is told of.
      return nil
    }
  }
}

/// Where a device's keys are kept. Methods block.
package protocol KeyKeeping: Sendable {
  /// The keys of the account that is signed in; nil where there are none, and where those there are belong to another
  /// account.
  ///
  /// - Throws: The error of the disk, or of a file that cannot be read: what is there must not be taken for nothing.
  func held() throws -> HeldKeys?
  /// Keeps the ring, then the keys, in place of what was read before; both are on the disk on return.
  ///
  /// - Parameter former: As ``held()`` gave it.
  /// - Returns: Whether it is kept. false where another process has kept something else meanwhile: nothing was written then,
  ///   and what follows has to be found out again.
  func keep(_ held: HeldKeys, over former: HeldKeys?) throws -> Bool
  /// What the journal's own file says of the ring that was taken in last; nil for a journal that never was encrypted.
  ///
  /// - Throws: The error of the disk.
  func noted() throws -> NotedRing?
  /// Notes that the server showed an older ring, over which the known one is to be saved.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Returns: Whether it may be: that is done three times a day at most.
  /// - Throws: The error of the disk.
  func mayReplaceOlder(at now: Int64) throws -> Bool
  /// Notes that the server has the newest ring that is known here.
  ///
  /// - Throws: The error of the disk.
  func noteNewest() throws
  /// What came of older rings that the server showed; nil where it showed none within a day.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Throws: The error of the disk.
  func setback(at now: Int64) throws -> KeySetback?
  /// The name of the device that removed this one, as it was known before; nil where that is not known.
  ///
  /// - Throws: The error of the disk.
  func remover() throws -> String?
}

extension KeyKeeping {
  /// Returns nil: the keys alone say it.
  package func noted() throws -> NotedRing? { nil }
  /// Returns true: nothing is counted.
  package func mayReplaceOlder(at now: Int64) throws -> Bool { true }
  /// Does nothing: nothing is counted.
  package func noteNewest() throws {}
  /// Returns nil: nothing is counted.
  package func setback(at now: Int64) throws -> KeySetback? { nil }
  /// Returns nil: names are not kept.
  package func remover() throws -> String? { nil }
}

extension HeldKeys {
  /// The name of the device that removed this one, as far as the keys of before tell it; nil where these keys say no such thing.
  ///
  /// - Parameter former: What was held before: what is in the box of the ring that removes this device it cannot read.
  /// - Throws: ``RingFailure`` where a ring cannot be read.
  package func remover(knownBy former: HeldKeys?) throws -> String? {
    guard kept.state == .removed, let ring, let former, former.kept.state == .ready else { return nil }
    guard let act = try VerifiedRing(decoding: ring).state.removed[kept.device.id] else { return nil }
    return try KeySurvey(former).devices.first { $0.id == act.by }?.name
  }

  /// What the journal's file is to say of the ring; nil where this device is in none.
  ///
  /// - Throws: ``RingFailure`` where the ring cannot be read.
  package func note() throws -> NotedRing? {
    guard kept.state == .ready, let known = kept.ring, let ring else { return nil }
    var mode = RingMode.sealed
    var by: DeviceID?
    for entry in try KeyRing(decoding: ring).log {
      switch entry.body {
      case .founded(_, _, _, let founded): (mode, by) = (founded, entry.by)
      case .mode(let set): (mode, by) = (set, entry.by)
      case .added, .removed, .newKey, .recovery: break
      }
    }
    // A device that came by the recovery key believes that only once a person has agreed.
    let isBelieved = by == kept.device.id || !known.entrance.asks(for: mode)
    return NotedRing(
      id: known.id.description, head: Hexadecimal.text(known.head), isOff: mode == .open && isBelieved)
  }
}
