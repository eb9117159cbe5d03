import CloudRecord
import JournalSeal

extension VectorBook {
  private static let place = RecordPlace(zone: "JournalZone", recordType: GuestNote.recordType, recordName: "n0te")

  /// What the devices of one person tell each other of shares.
  mutating func addNotes(_ circle: Circle) throws {
    guard let key = JournalKey(VectorBook.ek) else { return }
    let note = GuestNote(
      zoneOwner: "_anna", zone: "JournalZone", share: "share-0197", origin: Array(repeating: 1, count: 32),
      head: Array(repeating: 2, count: 32), owner: circle.anna.publicKeys, address: "anna@journal.example",
      trust: .link, link: ShareLink(Array(repeating: 3, count: 32)))
    var used = note
    (used.link, used.trust) = (nil, .words)
    let nonce = [UInt8](0x30..<0x3C)
    func seal(_ note: GuestNote) throws -> [UInt8] {
      try note.sealed(at: VectorBook.place, under: key) { _ in nonce }
    }
    let good = try seal(note)
    var other = VectorBook.place
    other.recordName = "an0ther"
    for (name, bytes, place, ek) in [
      ("with a link", good, VectorBook.place, VectorBook.ek),
      ("without one", try seal(used), VectorBook.place, VectorBook.ek),
      ("under another name", good, other, VectorBook.ek),
      ("under another key", good, VectorBook.place, Array(repeating: 9, count: 32)),
      ("magic", good.with(0, at: 2), VectorBook.place, VectorBook.ek),
      ("version 2", good.with(2, at: 3), VectorBook.place, VectorBook.ek),
      ("key id", good.with(good[5] ^ 1, at: 5), VectorBook.place, VectorBook.ek),
      ("nonce", good.with(good[21] ^ 1, at: 21), VectorBook.place, VectorBook.ek),
      ("the last byte", good.with(good[good.count - 1] ^ 1, at: good.count - 1), VectorBook.place, VectorBook.ek),
      ("cut", Array(good.dropLast()), VectorBook.place, VectorBook.ek),
    ] {
      add(
        "guestNote", name,
        VectorBook.at(place).merging(["sealed": VectorBook.hex(bytes), "ek": VectorBook.hex(ek)]) { $1 })
    }
  }
}
