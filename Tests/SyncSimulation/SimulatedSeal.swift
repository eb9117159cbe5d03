import CloudRecord
import JournalSeal
import JournalSync
import SyncCore

/// The keys of a sealed journal's run, and what has to hold of everything that goes to the server.
final class SimulatedSeal {
  private var keys: JournalKeys
  /// Whether devices have a ring, so that what is sent may be plain, too.
  private let hasRing: Bool
  private let chance: Knob<Chance>
  /// Of each seal that was seen: its key, its place and its nonce, with the rest of its bytes.
  private var nonces: [[UInt8]: [UInt8]] = [:]
  /// Of each file that went up: what its key was for.
  private var fileKeys: [FileKey: String] = [:]
  private let repeatsNonce: Bool

  init(seed: UInt64, repeatsNonce: Bool, hasRing: Bool) {
    self.hasRing = hasRing
    let chance = Knob(Chance(seed: seed ^ 0x5EA1))
    self.chance = chance
    self.repeatsNonce = repeatsNonce
    guard let keys = JournalKeys([JournalKey.fresh(SimulatedSeal.random(chance))]) else {
      preconditionFailure("one key is no key twice")
    }
    self.keys = keys
  }

  var random: SealRandom { SimulatedSeal.random(chance) }

  private static func random(_ chance: Knob<Chance>) -> SealRandom {
    { count in
      chance.change { chance -> [UInt8] in
        var bytes: [UInt8] = []
        for _ in 0..<count { bytes.append(UInt8(truncatingIfNeeded: chance.next())) }
        return bytes
      }
    }
  }

  /// What each device seals and opens with.
  var sealing: Sealing {
    let same: SealRandom = { count in [UInt8](repeating: 7, count: count) }
    return Sealing(keys: keys, mode: .sealed, random: repeatsNonce ? same : SimulatedSeal.random(chance))
  }

  /// What the checker reads with: sealed and plain ones.
  var reading: Sealing { hasRing ? Sealing(keys: keys, mode: .opening, random: random) : sealing }

  /// Takes over the keys of a ring, where they are more than those that are known.
  func learn(_ keys: JournalKeys) {
    if !hasLearnt || keys.number > self.keys.number { self.keys = keys }
    hasLearnt = true
  }
  private var hasLearnt = false

  /// The name of the key that bytes are sealed under; nil for bytes that are no seal.
  static func keyID(of bytes: [UInt8]) -> KeyID? {
    do throws(SealFailure) {
      return try RecordSeal.keyID(of: bytes)
    } catch {
      return nil
    }
  }

  /// The number of the key that bytes are sealed under; 0 for one that is not known.
  func number(of bytes: [UInt8]) -> UInt32 {
    SimulatedSeal.keyID(of: bytes).flatMap { keys.number(of: $0) } ?? 0
  }

  // MARK: On the way

  static let visible: Set<String> = ["sealed", "formatVersion", "entry", "bodyAsset", "imageAsset"]

  /// I-E1 and I-E5: nothing goes plain, and no two seals share key and nonce.
  ///
  /// - Parameter mayBePlain: Whether the device that sends it has not heard that everything is to be sealed.
  func faults(of modify: ModifyRequest, mayBePlain: Bool) -> [String] {
    var faults: [String] = []
    for operation in modify.operations {
      let name = (operation.recordName ?? "").suffix(5)
      if mayBePlain, operation.fields["sealed"]??.value == nil { continue }
      guard operation.kind == .create || operation.kind == .update else {
        faults.append("\(name) goes by \(operation.kind.rawValue), though the journal is sealed")
        continue
      }
      for (field, value) in operation.fields where value != nil && !SimulatedSeal.visible.contains(field) {
        faults.append("\(field) of \(name) goes plain")
      }
      guard case .bytes(let bytes)? = operation.fields["sealed"]??.value else {
        faults.append("\(name) goes without a seal")
        continue
      }
      let use = Array(bytes.prefix(33)) + Array("\(operation.recordType ?? "") \(operation.recordName ?? "")".utf8)
      if let former = nonces[use], former != bytes { faults.append("a nonce of \(name) came twice") }
      nonces[use] = bytes
      faults += faultsOfFiles(bytes, at: place(of: operation))
    }
    return faults
  }

  /// I-E5: no two files share a key.
  private func faultsOfFiles(_ bytes: [UInt8], at place: RecordPlace) -> [String] {
    guard let content = content(bytes, at: place) else { return [] }
    return content.files.compactMap { file in
      let use = "\(place.recordName) \(file.field) \(file.digest)"
      let former = fileKeys.updateValue(use, forKey: file.key)
      return former ?? use == use ? nil : "a key of a file of \(place.recordName.suffix(5)) came twice"
    }
  }

  func place(of operation: RecordOperation) -> RecordPlace {
    var entry = ""
    if case .reference(let reference)? = operation.fields["entry"]??.value { entry = reference.recordName }
    return RecordPlace(
      zone: ZoneAddress.journal.zoneID.zoneName, recordType: operation.recordType ?? "",
      recordName: operation.recordName ?? "", entry: entry)
  }

  func content(_ bytes: [UInt8], at place: RecordPlace) -> SealedContent? {
    do throws(SealFailure) {
      return try RecordSeal.open(bytes, at: place, under: keys)
    } catch {
      return nil
    }
  }

  /// Whether what a record holds opens with some keys; true for a plain one.
  func opens(_ record: Record, with keys: JournalKeys?) -> Bool {
    guard case .bytes(let bytes)? = record.fields["sealed"]?.value else { return true }
    do throws(SealFailure) {
      _ = try RecordSeal.open(bytes, at: SimulatedSeal.place(of: record), under: keys ?? self.keys)
      return true
    } catch {
      return false
    }
  }

  /// A seal made anew, as another version of the program makes it; nil for one that does not open.
  ///
  /// - Parameters:
  ///   - number: Of the key that it is to be under; nil for the one that it is under.
  ///   - former: The place that it was made for; nil for `place`.
  func resealed(
    _ bytes: [UInt8], at place: RecordPlace, from former: RecordPlace? = nil, under number: UInt32? = nil,
    _ change: (inout SealedContent) -> Void = { _ in }
  ) -> [UInt8]? {
    do throws(SealFailure) {
      let id = try RecordSeal.keyID(of: bytes)
      var content = try RecordSeal.open(bytes, at: former ?? place, under: keys)
      change(&content)
      guard let key = number.map({ keys.all[Int($0) - 1] }) ?? keys[id] else { return nil }
      return try RecordSeal.seal(content, at: place, under: key, random: random)
    } catch {
      return nil
    }
  }

  // MARK: What the server has, for who has the keys

  func content(of record: Record) -> SealedContent? {
    guard case .bytes(let bytes)? = record.fields["sealed"]?.value else { return nil }
    // What a check makes of a record that does not open, it says itself.
    return content(bytes, at: SimulatedSeal.place(of: record))
  }

  static func place(of record: Record) -> RecordPlace {
    var entry = ""
    if case .reference(let reference)? = record.fields["entry"]?.value { entry = reference.recordName }
    return RecordPlace(
      zone: ZoneAddress.journal.zoneID.zoneName, recordType: record.recordType, recordName: record.recordName,
      entry: record.recordType == JournalSchema.imageType ? entry : "")
  }

  /// The true bytes of a file of a record; nil where they are not those.
  func file(_ field: String, of record: Record, _ bytes: [UInt8]) -> [UInt8]? {
    guard let file = content(of: record)?.files.first(where: { $0.field == field }) else { return nil }
    do throws(SealFailure) {
      var opener = try FileOpener(file)
      let plain = try opener.open(bytes)
      try opener.finish()
      return plain
    } catch {
      return nil
    }
  }
}
