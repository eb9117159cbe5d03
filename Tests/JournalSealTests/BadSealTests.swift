import CloudRecord
import JournalSeal
import SealKit
import SyncCore
import Testing

/// Bytes that no program of ours makes, one kind after the other: each is refused with its reason, and none ends the program.
@Suite struct BadSealTests {
  // MARK: Contents

  /// One field of a record's version.
  private struct FieldBytes {
    var name: [UInt8] = Array("title".utf8)
    var value: FieldValue? = .string("words")
  }

  private func version(
    type: [UInt8] = Array("JournalEntry".utf8), count: UInt32? = nil, _ fields: [FieldBytes] = [FieldBytes()]
  ) -> [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 512)
    encoder.append(byte: 1)
    encoder.append(lengthPrefixed: type)
    encoder.append(count ?? UInt32(fields.count))
    for field in fields {
      encoder.append(lengthPrefixed: field.name)
      encoder.append(byte: 0)
      encoder.append(byte: field.value == nil ? 0 : 1)
      if let value = field.value { encoder.append(value) }
    }
    return encoder.bytes
  }

  /// A content of any parts, padded as it should be.
  private func content(
    format: UInt8 = 1, kind: UInt8 = 1, counter: UInt64 = 1, length: UInt32? = nil, version: [UInt8]? = nil,
    files: [UInt8] = [0], rest: [UInt8] = [], padded: Int? = nil
  ) -> [UInt8] {
    let version = version ?? self.version()
    var encoder = CanonicalEncoder(reservingCapacity: 1024)
    encoder.append(byte: format)
    encoder.append(byte: kind)
    encoder.append(counter)
    encoder.append(UInt64(1_763_700_000_000))
    encoder.append(length ?? UInt32(version.count))
    encoder.append(raw: version + files + rest)
    let length = padded ?? Padding.length(of: encoder.bytes.count - rest.count)
    return encoder.bytes + [UInt8](repeating: 0, count: max(0, length - encoder.bytes.count))
  }

  private enum Answer: Equatable { case taken, damaged, newer, noKey }

  private func answer(_ read: () throws(SealFailure) -> Void) -> Answer {
    do throws(SealFailure) {
      try read()
      return .taken
    } catch {
      switch error {
      case .damaged: return .damaged
      case .newer: return .newer
      case .noKey: return .noKey
      }
    }
  }

  private func read(_ bytes: [UInt8]) -> Answer {
    answer { () throws(SealFailure) in _ = try SealedContent(decoding: bytes) }
  }

  @Test func theFormThatTheseTestsMakeIsTheRightOne() { #expect(read(content()) == .taken) }

  @Test func contentsOfAnotherFormAreRefused() {
    let names = (0..<201).map { FieldBytes(name: Array("f\(1000 + $0)".utf8), value: .int64(1)) }
    #expect(read(content(version: version(Array(names.dropLast())))) == .taken, "200 fields")
    let damaged: [(String, [UInt8])] = [
      ("version 0", content(format: 0)), ("kind 0", content(kind: 0)), ("counter 0", content(counter: 0)),
      ("a length of 2^32 - 1", content(length: .max)), ("one byte less", content(length: 5)),
      ("more fields than there are", content(version: version(count: 2))),
      ("2^32 - 1 fields", content(version: version(count: .max))),
      ("fewer fields than there are", content(version: version(count: 0))),
      ("201 fields", content(version: version(names))),
      ("a name twice", content(version: version([FieldBytes(), FieldBytes()]))),
      ("names in another order", content(version: version([FieldBytes(), FieldBytes(name: Array("body".utf8))]))),
      ("a name that is no text", content(version: version([FieldBytes(name: [0xC3, 0x28])]))),
      ("a type that is no text", content(version: version(type: [0xFF]))),
      ("five files", content(files: [5])),
      ("bytes behind the files", content(rest: [1])), ("no padding", content(padded: 0)),
      ("more padding", content(padded: 1024)), ("a removal with values", content(kind: 2)),
    ]
    for (what, bytes) in damaged { #expect(read(bytes) == .damaged, "\(what)") }
  }

  @Test func contentsOfLaterVersionsSaySo() {
    let newer: [(String, [UInt8])] = [
      ("version 2", content(format: 2)), ("kind 3", content(kind: 3)), ("counter 2^63", content(counter: 1 << 63)),
      ("counter 2^64 - 1", content(counter: .max)),
    ]
    for (what, bytes) in newer { #expect(read(bytes) == .newer, "\(what)") }
  }

  private func file(_ field: String, length: UInt64 = 5) -> [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 128)
    encoder.append(field)
    encoder.append(raw: [UInt8](repeating: 1, count: 32))
    encoder.append(length)
    encoder.append(raw: [UInt8](repeating: 2, count: 32))
    return encoder.bytes
  }

  @Test func filesOfAnotherFormAreRefused() {
    #expect(read(content(files: [2] + file("bodyAsset") + file("imageAsset"))) == .taken)
    #expect(read(content(files: [1] + file("a", length: 1 << 40))) == .taken)
    for files in [
      [2] + file("imageAsset") + file("bodyAsset"), [2] + file("a") + file("a"),
      [1] + file("a", length: 1 << 40 + 1), [1] + file("a", length: .max), [2] + file("a"),
    ] { #expect(read(content(files: Array(files))) == .damaged) }
  }

  // MARK: Seals

  @Test func sealsOfAnotherFormAreRefused() throws {
    let key = JournalKey.fresh(seeded(1))
    let keys = try #require(JournalKeys([key]))
    let good = try RecordSeal.seal(Sample.content(), at: Sample.entry, under: key, random: seeded(2))
    func open(_ bytes: [UInt8]) -> Answer {
      answer { () throws(SealFailure) in _ = try RecordSeal.open(bytes, at: Sample.entry, under: keys) }
    }
    func changed(_ place: Int, _ byte: UInt8) -> [UInt8] {
      var bytes = good
      bytes[place] = byte
      return bytes
    }
    #expect(open(good) == .taken)
    #expect(open([]) == .damaged)
    for place in 0..<3 { #expect(open(changed(place, 0x2A)) == .damaged, "magic") }
    #expect(open(changed(3, 0)) == .damaged && open(changed(3, 2)) == .newer)
    #expect(open(changed(4, 0)) == .damaged && open(changed(4, 2)) == .newer)
    #expect(open(changed(5, good[5] ^ 1)) == .noKey)
    #expect(open(good + [0]) == .damaged, "a byte more")
    #expect(open(good + [UInt8](repeating: 0, count: 5 << 20)) == .damaged, "far too long")
  }

  // MARK: Files

  /// A sealed file of so many bytes whose record says another length.
  private func opens(_ sealed: [UInt8], as file: SealedContent.File) -> Answer {
    answer { () throws(SealFailure) in
      var opener = try FileOpener(file)
      _ = try opener.open(sealed)
      try opener.finish()
    }
  }

  @Test(arguments: [0, 5, 511, 70_000]) func aFileIsAsLongAsItsRecordSays(count: Int) throws {
    let plain = Sample.pattern(count)
    let about = SealedContent.File(
      field: "imageAsset", digest: Sample.digest(of: plain), length: UInt64(count), key: .fresh(seeded(3)))
    var sealer = try FileSealer(length: about.length, key: about.key, random: seeded(4))
    var sealed = try sealer.seal(plain)
    while let part = try sealer.tail() { sealed += part }
    #expect(opens(sealed, as: about) == .taken)
    for length in [UInt64(count) + 1, UInt64(count) + 100_000, 1 << 40] {
      var other = about
      other.length = length
      #expect(opens(sealed, as: other) == .damaged, "\(length)")
    }
    #expect(opens([], as: about) == .damaged)
    #expect(opens(sealed + [0], as: about) == .damaged)
    #expect(opens(sealed + sealed.dropFirst(38), as: about) == .damaged, "chunks twice")
    var endless = about
    endless.length = .max
    #expect(opens(sealed, as: endless) == .damaged)
  }

  // MARK: Rings and requests

  @Test func ringsThatClaimMoreThanTheyHaveAreRefused() throws {
    let home = try Household()
    let ring = try home.founded().verified.ring
    let good = ring.encoded
    func refuses(_ change: (inout [UInt8]) -> Void) -> Bool {
      var bytes = good
      change(&bytes)
      do {
        _ = try VerifiedRing(decoding: bytes)
        return false
      } catch {
        return true
      }
    }
    func put(_ number: [UInt8], at place: Int) -> Bool {
      refuses { $0.replaceSubrange(place..<(place + number.count), with: number) }
    }
    let most: [UInt8] = [255, 255, 255, 255]
    // Entries, the first entry's length, wraps, the box.
    let wraps = 32 + ring.log.reduce(0) { $0 + 4 + $1.encoded.count }
    let box = good.count - 64 - 16 - ring.box.count - 4
    for place in [28, 32, box] { #expect(put(most, at: place), "\(place)") }
    #expect(put([255, 255], at: wraps))
    #expect(put([0, 0, 0, 0], at: 28) && put([0, 0, 1, 145], at: 28), "0 and 401 entries")
    #expect(put([255, 255, 255, 255, 255, 255, 255, 255], at: 20) && put([0, 0, 0, 0, 0, 0, 0, 0], at: 20), "serials")
    #expect(refuses { $0 += [0] }, "a byte more")
    #expect(refuses { $0 = [] })
    #expect(refuses { $0 += [UInt8](repeating: 0, count: KeyRing.maximumLength) })
  }

  @Test func requestsOfTheFutureAndOfThePastAreNotAnswered() {
    let now: UInt64 = 1_763_700_000_000
    #expect(!KeyRequest.isOver(saved: now, now: now) && !KeyRequest.isOver(saved: now - 30 * 60_000, now: now))
    #expect(KeyRequest.isOver(saved: now - 30 * 60_000 - 1, now: now))
    #expect(KeyRequest.isOver(saved: now + 60_001, now: now) && KeyRequest.isOver(saved: .max, now: now))
    #expect(KeyRequest.isOver(saved: 0, now: now) && !KeyRequest.isOver(saved: 0, now: 0))
  }
}
