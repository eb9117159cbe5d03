import Foundation
import JournalSeal
import SealKit
import Testing

/// `vault.json`, and what is sealed while a vault is locked.
@Suite struct VaultFileTests {
  private static let key: VaultKey = {
    guard let key = VaultKey([UInt8](repeating: 5, count: 32)) else { fatalError("thirty-two bytes make a key") }
    return key
  }()

  /// Made once, as cheaply as it may be.
  private static let file: VaultFile = {
    do {
      return try VaultFile(key: key, passphrase: "caf\u{E9} au lait", cost: 15, random: seeded(11))
    } catch {
      fatalError("no vault: \(error)")
    }
  }()

  @Test func itComesBackAsItWasWritten() throws {
    var file = Self.file
    #expect(try VaultFile(decoding: file.encoded) == file)
    file.set(.sealed, with: Self.key)
    let recovery = try #require(RecoveryKey([UInt8](0..<16)))
    try file.wrap(Self.key, to: recovery.pair().publicKeys, wrapping: HybridWrapping())
    let again = try VaultFile(decoding: file.encoded)
    #expect(again == file && again.isGenuine(Self.key))
    #expect(try again.key(recovery: recovery.pair(), wrapping: HybridWrapping()) == Self.key)
    let other = try #require(RecoveryKey([UInt8](1..<17)))
    #expect(throws: SealFailure.self) { try again.key(recovery: other.pair(), wrapping: HybridWrapping()) }
    #expect(throws: SealFailure.self) { try Self.file.key(recovery: recovery.pair(), wrapping: HybridWrapping()) }
    #expect(again.encoded.count < VaultFile.maximumLength)
  }

  /// Equal words need no hash; a file with another check is damaged, also where the words are known.
  @Test func aFileThatWasBelievedIsNotProvedAgain() throws {
    var file = Self.file
    file.set(.sealed, with: Self.key)
    let known = file.testimony
    #expect(file.isAs(known) && !Self.file.isAs(known.dropLast()) && !file.isAs(known.reversed()))
    #expect(try VaultFile(decoding: file.encoded) { $0 == file.id ? known : nil } == file)
    let text = String(decoding: file.encoded, as: UTF8.self)
    let check = try #require(text.firstMatch(of: /"check":"([0-9a-f]+)"/)).1
    let digit = check.hasPrefix("0") ? "1" : "0"
    let damaged = Array(text.replacing(check, with: digit + check.dropFirst()).utf8)
    for testimony in [known, [], known.reversed()] {
      #expect(throws: VaultFailure.damaged("its check is wrong")) {
        try VaultFile(decoding: damaged) { _ in testimony }
      }
    }
  }

  @Test func aFileIsMadeOfItsTestimony() throws {
    var file = Self.file
    // A vault is unlocked once it is sealed.
    file.set(.sealed, with: Self.key)
    #expect(VaultFile(testimony: file.testimony) == file)
    let pair = try RecoveryKey.fresh(seeded(14)).pair()
    try file.wrap(Self.key, to: pair.publicKeys, wrapping: HybridWrapping())
    let words = file.testimony
    let made = try #require(VaultFile(testimony: words))
    #expect(made == file && made.encoded == file.encoded && made.isGenuine(Self.key))
    for count in [0, 1, words.count - 8, words.count - 1] {
      #expect(VaultFile(testimony: Array(words.prefix(count))) == nil)
    }
    #expect(VaultFile(testimony: words + [0]) == nil)
    for byte in words.indices {
      guard let other = VaultFile(testimony: words.with(words[byte] ^ 1, at: byte)) else { continue }
      Issue.record("byte \(byte) made \(other.id)")
    }
    file.set(.removing, with: Self.key)
    #expect(VaultFile(testimony: file.testimony) == nil)
  }

  /// “é” composed and decomposed are typed alike.
  @Test func thePassphraseOpensItWhateverItsUnicodeForm() throws {
    for typed in ["caf\u{E9} au lait", "cafe\u{301} au lait"] as [SecretBytes] {
      #expect(try Self.file.key(passphrase: typed) == Self.key)
    }
    for wrong in ["cafe au lait", "caf\u{E9} au lait ", ""] as [SecretBytes] {
      #expect(throws: VaultFailure.wrongPassphrase) { try Self.file.key(passphrase: wrong) }
    }
    var file = Self.file
    try file.change(to: "another one", cost: 15, key: Self.key, random: seeded(12))
    #expect(try file.key(passphrase: "another one") == Self.key)
    #expect(throws: VaultFailure.wrongPassphrase) { try file.key(passphrase: "caf\u{E9} au lait") }
    #expect(file.capture == Self.file.capture && file.id == Self.file.id)
  }

  /// What lies on the disk unprotected is believed only as far as the key vouches for it.
  @Test func whatWasPutInIsNoticed() throws {
    let genuine = Self.file
    #expect(genuine.isGenuine(Self.key))
    for state in VaultFile.State.allCases {
      var file = genuine
      file.state = state
      // The stages of making are written without the key at hand; that a vault is taken away is not.
      #expect(file.isGenuine(Self.key) == (state != .removing))
      file.set(state, with: Self.key)
      #expect(file.isGenuine(Self.key))
    }
    // Theirs knows a passphrase for a key of its own, and has the vault's name.
    let other = try #require(VaultKey([UInt8](repeating: 6, count: 32)))
    var forged = genuine
    try forged.change(to: "theirs", cost: 15, key: other, random: seeded(13))
    #expect(!forged.isGenuine(Self.key))
    #expect(!genuine.isGenuine(other))
    // The vault's own key under a passphrase that they chose, were they to have it in a wrap: the proof is missing.
    let text = String(decoding: genuine.encoded, as: UTF8.self)
    let proof = try #require(text.firstRange(of: #""proof":""#)).upperBound
    let digit: Character = text[proof] == "0" ? "1" : "0"
    let changed = text.replacingCharacters(in: proof..<text.index(after: proof), with: String(digit))
    #expect(throws: VaultFailure.damaged("its check is wrong")) { try VaultFile(decoding: Array(changed.utf8)) }
  }

  @Test(arguments: [
    (#""version":1"#, #""version":2"#, VaultFailure.newer), (#""ln":15"#, #""ln":21"#, .newer),
    (#""name":"scrypt""#, #""name":"argon2id""#, .newer), (#""keyNumber":1"#, #""keyNumber":2"#, .newer),
    (#""keyNumber":1"#, #""keyNumber":0"#, .damaged("")), (#""ln":15"#, #""ln":14"#, .damaged("")),
    (#""ln":15"#, #""ln":-1"#, .damaged("")), (#""state":"making""#, #""state":"open""#, .damaged("")),
    (#""capture":""#, #""capture":"A"#, .damaged("")), (#""wrapped":""#, #""wrapped":"00"#, .damaged("")),
    (#""version":1"#, #""version":1,"more":1"#, .damaged("")), (#""proof":""#, #""proof":"G"#, .damaged("")),
    (#""vault":""#, #""vault":"A"#, .damaged("")), (#"{"capture""#, #"["capture""#, .damaged("")),
    (#""ln":15"#, #""ln":16"#, .damaged("")),
    (#""state":"making""#, #""state":"sealed""#, .damaged("")),
  ])
  func anotherFormIsRefused(_ part: String, _ change: String, _ failure: VaultFailure) throws {
    let text = String(decoding: Self.file.encoded, as: UTF8.self)
    let changed = text.replacing(part, with: change)
    #expect(changed != text)
    do throws(VaultFailure) {
      _ = try VaultFile(decoding: Array(changed.utf8))
      Issue.record("taken")
    } catch {
      #expect((error == .newer) == (failure == .newer), "\(error)")
    }
  }

  @Test func noLengthOfItIsTakenButTheWhole() throws {
    let bytes = Self.file.encoded
    for length in stride(from: 0, to: bytes.count - 1, by: 7) {
      #expect(throws: VaultFailure.self) { try VaultFile(decoding: Array(bytes[..<length])) }
    }
  }

  @Test func eachFailureIsASentence() {
    for failure in [VaultFailure.wrongPassphrase, .damaged("its check is wrong"), .forged, .newer, .memory(128)] {
      #expect(failure.description.hasSuffix("."))
    }
    #expect(VaultFailure.memory(128).description.contains("128 MB"))
  }

  @Test func whatIsWrittenWhileLockedIsOpenedByTheKeyAlone() throws {
    let text = Array("written while locked".utf8)
    let sealed = try CaptureKey.seal(text, to: Self.file.capture, of: Self.file.id)
    let capture = try Self.key.capture()
    #expect(try capture.open(sealed, of: Self.file.id) == text)
    #expect(try CaptureKey.seal(text, to: Self.file.capture, of: Self.file.id) != sealed)
    for place in stride(from: 0, to: sealed.count, by: 13) {
      let changed = sealed.with(sealed[place] ^ 4, at: place)
      #expect(throws: SealFailure.self) { try capture.open(changed, of: Self.file.id) }
    }
    for length in [0, 4, 5, 1124, 1125, 1140, sealed.count - 1] {
      #expect(throws: SealFailure.self) { try capture.open(Array(sealed[..<length]), of: Self.file.id) }
    }
    #expect(throws: SealFailure.newer) { try capture.open(sealed.with(2, at: 3), of: Self.file.id) }
    let other = try #require(VaultID([UInt8](repeating: 1, count: 16)))
    #expect(throws: SealFailure.self) { try capture.open(sealed, of: other) }
    #expect(throws: SealFailure.self) { try CaptureKey.seal(text, to: [1, 2, 3], of: other) }
  }
}
