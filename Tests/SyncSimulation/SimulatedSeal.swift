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

  /// The number of the key that bytes are sealed under; 0 for one that is not known.
  func number(of bytes: [UInt8]) -> UInt32 {
    do throws(SealFailure) {
      return keys.number(of: try RecordSeal.keyID(of: bytes)) ?? 0
    } catch {
      return 0
    }
  }

  // MARK: On the way

  static let visible: Set<String> = ["sealed", "formatVersion", "entry", "bodyAsset", "imageAsset"]

  /// I-E1 and I-E5: nothing goes plain, and no two seals share key and nonce.
  func faults(of modify: ModifyRequest) -> [String] {
    var faults: [String] = []
    for operation in modify.operations {
      let name = (operation.recordName ?? "").suffix(5)
      if hasRing, operation.fields["sealed"]??.value == nil { continue }
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
    }
    return faults
  }

  // MARK: What the server has, for who has the keys

  func content(of record: Record) -> SealedContent? {
    guard case .bytes(let bytes)? = record.fields["sealed"]?.value else { return nil }
    var entry = ""
    if case .reference(let reference)? = record.fields["entry"]?.value { entry = reference.recordName }
    let place = RecordPlace(
      zone: ZoneAddress.journal.zoneID.zoneName, recordType: record.recordType, recordName: record.recordName,
      entry: record.recordType == JournalSchema.imageType ? entry : "")
    do throws(SealFailure) {
      return try RecordSeal.open(bytes, at: place, under: keys)
    } catch {
      // What a check makes of a record that does not open, it says itself.
      return nil
    }
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
