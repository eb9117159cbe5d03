import CloudRecord
import JournalSeal
import SealKit
import Testing

/// What the devices of one person tell each other of shares: sealed under the newest key, for one place, and refused otherwise.
@Suite struct GuestNoteTests {
  private let key = JournalKey.fresh(seeded(1))
  private let place = RecordPlace(zone: "JournalZone", recordType: GuestNote.recordType, recordName: "n")
  private let note: GuestNote

  init() throws {
    let circle = try Circle()
    note = GuestNote(
      zoneOwner: "_anna", zone: "JournalZone", share: "share-e", origin: Array(repeating: 1, count: 32),
      head: Array(repeating: 2, count: 32), owner: circle.ben.publicKeys, address: "anna@journal.example",
      trust: .words, link: ShareLink(Array(repeating: 3, count: 32)))
  }

  private func sealed(_ note: GuestNote? = nil) throws -> [UInt8] {
    try (note ?? self.note).sealed(at: place, under: key, random: seeded(2))
  }

  @Test func itComesBackAsItWas() throws {
    var used = note
    (used.link, used.trust) = (nil, .link)
    for note in [note, used] {
      let bytes = try sealed(note)
      #expect(bytes.count <= GuestNote.maximumLength)
      #expect(try GuestNote(bytes, at: place, under: key) == note)
    }
  }

  @Test func anotherKeyOrPlaceDoesNotOpenIt() throws {
    let bytes = try sealed()
    #expect(throws: SealFailure.noKey(key.id)) {
      try GuestNote(bytes, at: place, under: .fresh(seeded(3)))
    }
    for other in [
      RecordPlace(zone: "Other", recordType: GuestNote.recordType, recordName: "n"),
      RecordPlace(zone: "JournalZone", recordType: "JournalEntry", recordName: "n"),
      RecordPlace(zone: "JournalZone", recordType: GuestNote.recordType, recordName: "m"),
    ] {
      #expect(throws: SealFailure.damaged("authentication")) { try GuestNote(bytes, at: other, under: key) }
    }
  }

  @Test func eachChangedOrMissingByteIsRefused() throws {
    let bytes = try sealed()
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      #expect(throws: SealFailure.self) { try GuestNote(changed, at: self.place, under: key) }
    }
    for count in [0, 3, 20, 47, bytes.count - 1] {
      #expect(throws: SealFailure.self) { try GuestNote(Array(bytes[..<count]), at: place, under: key) }
    }
    var newer = bytes
    newer[3] = 2
    #expect(throws: SealFailure.newer) { try GuestNote(newer, at: place, under: key) }
  }

  @Test func whatCannotBeNamedIsNotSealed() {
    var long = note
    long.share = String(repeating: "s", count: GuestNote.longestName + 1)
    var unnamed = note
    unnamed.zone = ""
    var unaddressed = note
    unaddressed.address = "Anna"
    var short = note
    short.head = [1]
    for note in [long, unnamed, unaddressed, short] {
      #expect(throws: SealFailure.self) { try sealed(note) }
    }
  }
}
