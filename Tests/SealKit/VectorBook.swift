import CloudRecord
import Encodings
import JournalSeal
import SyncCore

/// Writes down all known answers, from seeds.
package struct VectorBook {
  var vectors: [Vector] = []
  /// Long bytes that come often, by name.
  var pieces: [String: String] = [:]

  /// All vectors. The wraps of rings have chance of the library's in them, so two books differ there.
  package static func file() throws -> VectorFile {
    var book = VectorBook()
    book.addKeys()
    book.addTyped()
    try book.addContents()
    try book.addSeals()
    book.addFiles()
    try book.addRings()
    try book.addJoining()
    book.addVaults()
    try book.addVaultFiles()
    book.addVaultPictures()
    return book.file
  }

  /// What was written down so far.
  var file: VectorFile { VectorFile(pieces: pieces, vectors: vectors.map(shortened)) }

  mutating func add(_ kind: String, _ name: String, _ values: [String: String]) {
    vectors.append(Vector(kind, name, values))
  }

  private func shortened(_ vector: Vector) -> Vector {
    var values = vector.in
    for (name, piece) in pieces { values = values.mapValues { $0.replacing(piece, with: "<\(name)>") } }
    return Vector(copying: vector, values: values)
  }

  static let ek = [UInt8](0..<32)
  static let otherEK = [UInt8](repeating: 0x5A, count: 32)

  static func hex(_ bytes: [UInt8]) -> String { Hexadecimal.text(bytes) }

  // MARK: Keys and lengths

  private mutating func addKeys() {
    let hex = VectorBook.hex
    for (name, ek) in [
      ("counting", VectorBook.ek), ("same", VectorBook.otherEK), ("zeros", [UInt8](repeating: 0, count: 32)),
    ] {
      add("keyID", name, ["ek": hex(ek)])
    }
    add("keyID", "short", ["ek": hex(Array(VectorBook.ek.dropLast()))])
    let ek = hex(VectorBook.ek)
    for (name, place) in [
      ("entry", Sample.entry), ("picture", Sample.picture),
      ("moved lengths", RecordPlace(zone: "JournalZoneJ", recordType: "ournalEntry", recordName: "x")),
      ("lengths", RecordPlace(zone: "JournalZone", recordType: "JournalEntry", recordName: "x")),
      ("not ASCII", RecordPlace(zone: "Zoné", recordType: "漢", recordName: "\u{1F600}")),
    ] {
      add("recordKey", name, VectorBook.at(place).merging(["ek": ek]) { $1 })
    }
    for length in [0, 1, 511, 512, 513, 544, 545, 1000, 1023, 1024, 1025, 4095, 65_535, 65_536, 65_537, 1_000_000] {
      add("padding", "\(length)", ["length": "\(length)"])
    }
    add("padding", "the longest", ["length": "\(UInt64(1) << 40)"])
    add("padding", "the longest but one", ["length": "\(UInt64(1) << 40 - 1)"])
    add("keyedName", "v5", ["name": "2ed6657d-e927-568b-95e1-2665a8aea6a2", "key": ek])
    add("keyedName", "another key", ["name": "2ed6657d-e927-568b-95e1-2665a8aea6a2", "key": hex(VectorBook.otherEK)])
    add("keyedName", "v7", ["name": "019a9f1e-5b1c-7c3d-9d2e-1234567890ab", "key": ek])
    add("keyedName", "capitals", ["name": "2ED6657D-E927-568B-95E1-2665A8AEA6A2", "key": ek])
  }

  static func at(_ place: RecordPlace) -> [String: String] {
    ["zone": place.zone, "type": place.recordType, "name": place.recordName, "entry": place.entry]
  }

  // MARK: What people type

  private mutating func addTyped() {
    // The valid and the invalid texts of BIP 350.
    for (index, text) in [
      "A1LQFN3A", "a1lqfn3a",
      "an83characterlonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11sg7hg6",
      "abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx",
      "11llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllludsr8",
      "split1checkupstagehandshakeupstreamerranterredcaperredlc445v", "?1v759aa",
    ].enumerated() { add("bech32m", "valid \(index + 1)", ["text": text]) }
    for (index, text) in [
      "\u{20}1xj0phk", "\u{7F}1g6xzxy",
      "an84characterslonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11d6pts4", "qyrz8wqd2c9m",
      "1qyrz8wqd2c9m", "y1b0jsk6g", "lt1igcx5c0", "in1muywd", "mm1crxm3i", "au1s5cgom", "M1VUXWEZ", "16plkw9",
      "1p2gdwpf",
    ].enumerated() { add("bech32m", "invalid \(index + 1)", ["text": text]) }
    let typed = "QQQS YQCY Q5RQ WZQF PG9S CRGW PUYU G7HX"
    for (name, text) in [
      ("counting", typed), ("in small letters, with hyphens", typed.lowercased().replacing(" ", with: "-")),
      ("one wrong in group 3", typed.replacing("Q5RQ", with: "Q5RP")),
      ("no such character", typed.replacing("WZQF", with: "WZQB")),
      ("a zero for an O", typed.replacing("PUYU", with: "PUYO")),
      ("two wrong", typed.replacing("QQQS YQ", with: "QQQX YP")),
      ("the checksum wrong", typed.replacing("G7HX", with: "G7HW")),
      ("two changed places", typed.replacing("CRGW", with: "RCGW")),
      ("a character less", String(typed.dropLast())), ("a character more", typed + "Q"), ("nothing", ""),
    ] { add("recovery", name, ["typed": text]) }
    if let key = RecoveryKey([UInt8](repeating: 0xFF, count: 16)) {
      add("recovery", "ones", ["typed": key.shown.joined()])
    }
    let shown = Words(firstBitsOf: (0..<32).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }).shown
    let device = VectorBook.hex([UInt8](1...16))
    for (name, text) in [
      ("as shown", shown.joined(separator: " ")),
      ("four letters", shown.map { String($0.prefix(4)) }.joined(separator: "\n")),
      ("capitals and commas", shown.joined(separator: ", ").uppercased()),
    ] { add("words", name, ["typed": text, "device": device]) }
    add("words", "zeros", ["typed": Words(firstBitsOf: [UInt8](repeating: 0, count: 9)).shown.joined(separator: " ")])
    add("words", "ones", ["typed": Words(firstBitsOf: [UInt8](repeating: 255, count: 9)).shown.joined(separator: " ")])
    add("words", "five", ["typed": shown.dropLast().joined(separator: " ")])
    add("words", "an unknown one", ["typed": (shown[..<2] + ["zzzz"] + shown[3...]).joined(separator: " ")])
  }

  // MARK: Contents

  private mutating func addContents() throws {
    let picture = Sample.pictureContent(seeded(3))
    for (name, content) in [
      ("an entry", Sample.content()), ("a picture", picture), ("removed", Sample.removed()),
      ("the last counter", Sample.content(counter: SealedContent.maximumCounter)),
      ("a long text", Sample.content(body: String(repeating: "zqlong ", count: 300))),
      ("an unknown field", Sample.content().with("locationName", .string("home"))),
    ] { add("content", name, ["content": VectorBook.hex(try content.encoded())]) }
    let bytes = try Sample.content().encoded()
    let files = try picture.encoded()
    for (name, changed) in [
      ("version 0", bytes.with(0, at: 0)), ("version 2", bytes.with(2, at: 0)), ("kind 0", bytes.with(0, at: 1)),
      ("kind 3", bytes.with(3, at: 1)), ("counter 0", bytes.with(0, at: 9)), ("counter 2^63", bytes.with(0x80, at: 2)),
      ("no zeros at the end", bytes.with(1, at: bytes.count - 1)), ("too few zeros", Array(bytes.dropLast())),
      ("too many zeros", bytes + [0]), ("a removed record with values", bytes.with(2, at: 1)),
      ("an inner length beyond the end", bytes.with(0xFF, at: 18)), ("another inner version", bytes.with(2, at: 22)),
      ("cut within the version", Array(bytes[..<60])), ("nothing", []),
      ("a file's length of 2^41", files.replacing(VectorBook.number(1000), with: VectorBook.number(1 << 41))),
    ] { add("content", name, ["content": VectorBook.hex(changed)]) }
  }

  private static func number(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

  // MARK: Seals

  private mutating func addSeals() throws {
    guard let key = JournalKey(VectorBook.ek) else { return }
    let ek = ["ek": VectorBook.hex(VectorBook.ek)]
    let nonce = [UInt8](0..<12)
    func values(_ place: RecordPlace, _ sealed: [UInt8]) -> [String: String] {
      VectorBook.at(place).merging(ek) { $1 }.merging(["sealed": VectorBook.hex(sealed)]) { $1 }
    }
    let zeros = [UInt8](repeating: 0, count: 512)
    add(
      "sealed", "zeros",
      VectorBook.at(Sample.entry).merging(ek) { $1 }
        .merging(["plain": VectorBook.hex(zeros), "nonce": VectorBook.hex(nonce)]) { $1 })
    let entry = try RecordSeal.seal(Sample.content(), at: Sample.entry, under: key) { _ in nonce }
    let picture = try RecordSeal.seal(Sample.pictureContent(seeded(3)), at: Sample.picture, under: key) { _ in nonce }
    add("sealed", "an entry", values(Sample.entry, entry))
    add("sealed", "a picture", values(Sample.picture, picture))
    let removed = try RecordSeal.seal(Sample.removed(), at: Sample.entry, under: key) { _ in nonce }
    add("sealed", "removed", values(Sample.entry, removed))
    for (name, change) in [
      ("another zone", { $0.zone = "OtherZone" }), ("another type", { $0.recordType = "Category" }),
      ("another name", { $0.recordName = "x" }), ("another entry", { $0.entry = "x" }), ("no entry", { $0.entry = "" }),
    ] as [(String, (inout RecordPlace) -> Void)] {
      var place = Sample.picture
      change(&place)
      add("sealed", name, values(place, picture))
    }
    for (name, offset) in [
      ("magic", 0), ("key id", 7), ("nonce", 25), ("the first byte", 33), ("the last byte", entry.count - 1),
    ] { add("sealed", "changed: \(name)", values(Sample.entry, entry.with(entry[offset] ^ 1, at: offset))) }
    add("sealed", "version 2", values(Sample.entry, entry.with(2, at: 3)))
    add("sealed", "suite 2", values(Sample.entry, entry.with(2, at: 4)))
    add("sealed", "suite 0", values(Sample.entry, entry.with(0, at: 4)))
    add("sealed", "cut", values(Sample.entry, Array(entry.dropLast())))
    add("sealed", "the head alone", values(Sample.entry, Array(entry[..<33])))
    let inner = try Sample.pictureContent(seeded(3)).encoded()
    let other = try RecordSeal.seal(bytes: inner, at: Sample.entry, under: key) { _ in nonce }
    add("sealed", "another type inside", values(Sample.entry, other))
    let orphan = RecordPlace(zone: "JournalZone", recordType: "EntryImage", recordName: "x", entry: "y")
    add(
      "sealed", "another entry inside",
      values(orphan, try RecordSeal.seal(bytes: inner, at: orphan, under: key) { _ in nonce }))
  }

  // MARK: Files

  private mutating func addFiles() {
    let base = ["key": VectorBook.hex(VectorBook.otherEK), "salt": VectorBook.hex([UInt8](0xA0..<0xB0))]
    for length in [0, 1, 511, 513, 65_536, 65_537, 131_072, 200_000] {
      add("file", "\(length) bytes", base.merging(["length": "\(length)"]) { $1 })
    }
    let long = base.merging(["length": "200000"]) { $1 }
    for (name, change) in [
      ("magic", ["flip": "1"]), ("version", ["flip": "3"]), ("key id", ["flip": "9"]), ("salt", ["flip": "30"]),
      ("chunk size", ["flip": "37"]), ("first chunk", ["flip": "100"]), ("last chunk", ["flip": "190000"]),
      ("cut at a chunk", ["cut": "\(38 + 65_552 * 2)"]), ("cut in a chunk", ["cut": "70000"]),
      ("cut in the head", ["cut": "20"]),
      ("chunks changed places", ["swap": "1"]), ("a byte more", ["more": "1"]),
      ("another key", ["otherKey": VectorBook.hex(VectorBook.ek)]), ("a shorter length", ["otherLength": "199999"]),
      ("a much shorter length", ["otherLength": "1000"]), ("a longer length", ["otherLength": "300000"]),
      ("another digest", ["otherDigest": VectorBook.hex(VectorBook.ek)]),
    ] { add("file", name, long.merging(change) { $1 }) }
  }
}

extension Vector {
  init(copying vector: Vector, values: [String: String]) {
    self.init(name: vector.name, kind: vector.kind, in: values, out: vector.out, fails: vector.fails, why: vector.why)
  }

  private init(
    name: String, kind: String, in values: [String: String], out: [String: String], fails: Bool, why: String?
  ) {
    (self.name, self.kind, self.in, self.out, self.fails, self.why) = (name, kind, values, out, fails, why)
  }
}

extension [UInt8] {
  /// The same with one byte changed.
  package func with(_ byte: UInt8, at index: Int) -> [UInt8] {
    var copy = self
    copy[index] = byte
    return copy
  }
}

extension SealedContent {
  func with(_ field: String, _ value: FieldValue) -> SealedContent {
    var copy = self
    copy.version.set(field, value, at: Sample.stamp)
    return copy
  }
}
