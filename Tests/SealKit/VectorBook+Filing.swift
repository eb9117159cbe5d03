import CloudRecord
import JournalSeal
import SyncCore

extension VectorBook {
  /// The owner's word that an entry is filed under a shared category: made, read, and by whom.
  mutating func addFiling(_ circle: Circle) throws {
    let place = Sample.entry
    let origin = try circle.shared().state.origin
    let keys = VectorBook.hex(circle.anna.publicKeys.agreement + circle.anna.publicKeys.signing)
    let seeds = VectorBook.hex(circle.anna.agreementSeed.copied + circle.anna.signingSeed.copied)
    func given(_ place: RecordPlace, _ origin: [UInt8], _ more: [String: String]) -> [String: String] {
      VectorBook.at(place).merging(["origin": VectorBook.hex(origin)]) { $1 }.merging(more) { $1 }
    }
    let filed = FilingWord(
      counter: 7, filedAt: Sample.stamp,
      restoredAt: HybridTime(milliseconds: 1_764_000_000_001, counter: 2, device: 3))
    func text(_ time: HybridTime?) -> String {
      guard let time else { return "" }
      var encoder = CanonicalEncoder()
      encoder.append(time)
      return VectorBook.hex(encoder.bytes)
    }
    for (name, word) in [
      ("filed and restored", filed), ("filed", FilingWord(counter: 1, filedAt: Sample.stamp, restoredAt: nil)),
      ("without times", FilingWord(counter: SealedContent.maximumCounter, filedAt: nil, restoredAt: nil)),
    ] {
      let said = ["counter": String(word.counter), "filedAt": text(word.filedAt), "restoredAt": text(word.restoredAt)]
      add("filing", "made, \(name)", given(place, origin, said.merging(["seeds": seeds]) { $1 }))
    }
    let word = try filed.signed(by: circle.anna, at: place, origin: origin)
    func read(_ name: String, _ word: [UInt8], at place: RecordPlace, origin: [UInt8], by keys: String) {
      self.add("filing", name, given(place, origin, ["word": VectorBook.hex(word), "keys": keys]))
    }
    var other = place
    other.recordName += "x"
    var otherType = place
    otherType.recordType = "EntryImage"
    var otherZone = place
    otherZone.zone = "Other"
    read("read", word, at: place, origin: origin, by: keys)
    read("of another entry", word, at: other, origin: origin, by: keys)
    read("of another type", word, at: otherType, origin: origin, by: keys)
    read("of another zone", word, at: otherZone, origin: origin, by: keys)
    read("of another share", word, at: place, origin: origin.with(origin[0] ^ 1, at: 0), by: keys)
    read(
      "by another person", word, at: place, origin: origin,
      by: VectorBook.hex(circle.ben.publicKeys.agreement + circle.ben.publicKeys.signing))
    read("another counter", word.with(word[11] ^ 1, at: 11), at: place, origin: origin, by: keys)
    read("another time", word.with(word[20] ^ 1, at: 20), at: place, origin: origin, by: keys)
    read(
      "another signature", word.with(word[word.count - 1] ^ 1, at: word.count - 1), at: place, origin: origin, by: keys)
    read("magic", word.with(0, at: 1), at: place, origin: origin, by: keys)
    read("version 0", word.with(0, at: 3), at: place, origin: origin, by: keys)
    read("version 2", word.with(2, at: 3), at: place, origin: origin, by: keys)
    read(
      "counter 0", Array(word[..<4]) + [UInt8](repeating: 0, count: 8) + word[12...], at: place, origin: origin,
      by: keys)
    read("a counter above 2^63", word.with(0x80, at: 4), at: place, origin: origin, by: keys)
    read("neither a time nor none", word.with(2, at: 12), at: place, origin: origin, by: keys)
    read("cut", Array(word.dropLast()), at: place, origin: origin, by: keys)
    read("a byte more", word + [0], at: place, origin: origin, by: keys)
    read("nothing", [], at: place, origin: origin, by: keys)
    addNames(circle, origin)
  }

  /// Names of entries and pictures that a participant makes, and what holds the place of the owner's word in them.
  private mutating func addNames(_ circle: Circle, _ origin: [UInt8]) {
    let keys = VectorBook.hex(circle.ben.publicKeys.agreement + circle.ben.publicKeys.signing)
    let chance = (0..<16).map { UInt8($0) }
    for (name, zone, entry, chance) in [
      ("made", "JournalZone", nil, chance), ("in another zone", "Other", nil, chance),
      ("other chance", "JournalZone", nil, Array(chance.reversed())),
      ("a picture", "JournalZone", "019a9f1e-5b1c-7c3d-9d2e-1234567890ab", chance),
      ("a picture of another entry", "JournalZone", "e", chance),
    ] {
      var given = [
        "origin": VectorBook.hex(origin), "zone": zone, "keys": keys, "chance": VectorBook.hex(chance),
      ]
      given["entry"] = entry
      add("added", name, given)
    }
  }
}
