import Encodings
import JournalSeal

extension VectorBook {
  /// Passphrases, the file of a vault, and what is sealed while it is locked.
  mutating func addVaultFiles() throws {
    guard let key = VaultKey(VectorBook.ek), let vault = VaultID([UInt8](1...16)) else { return }
    let hex = VectorBook.hex
    let salt = hex([UInt8](0x50..<0x60))
    let base = [
      "vaultKey": hex(VectorBook.ek), "passphrase": "caf\u{E9} zqlong", "salt": salt, "cost": "15",
    ]
    add("passphrase", "typed alike", base)
    add("passphrase", "decomposed", base.merging(["typed": "cafe\u{301} zqlong"]) { $1 })
    add("passphrase", "at its usual cost", base.merging(["cost": "17"]) { $1 })
    add("passphrase", "empty", base.merging(["passphrase": ""]) { $1 })
    add("passphrase", "another one", base.merging(["typed": "caf\u{E9} zqlonh"]) { $1 })
    add("passphrase", "with a space behind", base.merging(["typed": "caf\u{E9} zqlong "]) { $1 })
    add("passphrase", "too cheap", base.merging(["cost": "14"]) { $1 })
    let sealed = try CaptureKey.seal(Sample.pattern(300), to: key.capture().publicKey, of: vault)
    let inbox = ["vaultKey": hex(VectorBook.ek), "vault": "\(vault)", "sealed": hex(sealed)]
    add("inbox", "a text", inbox)
    for (name, change) in [
      ("of another vault", ["vault": "\(VaultID.none)"]), ("of another key", ["vaultKey": hex(VectorBook.otherEK)]),
      ("magic", ["sealed": hex(sealed.with(0, at: 0))]), ("version 2", ["sealed": hex(sealed.with(2, at: 3))]),
      ("suite 2", ["sealed": hex(sealed.with(2, at: 4))]), ("version 0", ["sealed": hex(sealed.with(0, at: 3))]),
      ("ML-KEM's part changed", ["sealed": hex(sealed.with(sealed[700] ^ 1, at: 700))]),
      ("the text changed", ["sealed": hex(sealed.with(sealed[1130] ^ 1, at: 1130))]),
      ("cut", ["sealed": hex(Array(sealed.dropLast()))]), ("the head alone", ["sealed": hex(Array(sealed[..<1125]))]),
    ] { add("inbox", name, inbox.merging(change) { $1 }) }
    try addFiles(of: key)
  }

  private mutating func addFiles(of key: VaultKey) throws {
    var file = try VaultFile(key: key, passphrase: "zqlong", cost: 15, random: seeded(21))
    let hex = VectorBook.hex
    func values(_ text: String) -> [String: String] { ["vaultKey": hex(VectorBook.ek), "file": text] }
    func text(_ file: VaultFile) -> String { String(decoding: file.encoded, as: UTF8.self) }
    add("vault", "being made", values(text(file)))
    add("vault", "opened by its passphrase", values(text(file)).merging(["typed": "zqlong"]) { $1 })
    add("vault", "another passphrase", values(text(file)).merging(["typed": "zqlonh"]) { $1 })
    file.set(.removing, with: key)
    add("vault", "being removed", values(text(file)))
    file.set(.sealed, with: key)
    let plain = text(file)
    add("vault", "sealed", values(plain))
    var recovered = file
    try recovered.wrap(key, to: Household().recovery.publicKeys, wrapping: HybridWrapping())
    add("vault", "with a recovery key", values(text(recovered)))
    file.state = .removing
    add("vault", "said to be removed", values(text(file)))
    guard let other = VaultKey(VectorBook.otherEK) else { return }
    file.state = .sealed
    try file.change(to: "theirs", cost: 15, key: other, random: seeded(22))
    add("vault", "with a passphrase of another's", values(text(file)))
    add("vault", "another's passphrase typed", values(text(file)).merging(["typed": "theirs"]) { $1 })
    for (name, part, change) in [
      ("another state", #""sealed","vault""#, #""making","vault""#), ("another cost", #""ln":15"#, #""ln":16"#),
      ("version 2", #""version":1"#, #""version":2"#), ("key number 2", #""keyNumber":1"#, #""keyNumber":2"#),
      ("another way from the passphrase", "scrypt", "argon2id"),
      ("an unknown key", #""version":1"#, #""version":1,"x":1"#),
      ("no state", #""state":"sealed","#, ""), ("too dear", #""ln":15"#, #""ln":21"#),
      ("too cheap", #""ln":15"#, #""ln":14"#),
    ] { add("vault", name, values(plain.replacing(part, with: change))) }
    add("vault", "another key", values(plain).merging(["vaultKey": hex(VectorBook.otherEK)]) { $1 })
  }
}

extension VaultRun {
  static func passphrase(_ values: Values) throws -> [String: String] {
    guard let key = VaultKey(try values.bytes("vaultKey")) else { throw VectorFailure(why: "no key") }
    let wrapped = try WrappedByPassphrase(
      key, under: SecretBytes(utf8: values.text("passphrase")), salt: values.bytes("salt"),
      cost: UInt8(values.number("cost")))
    let typed = try values.text(values.has("typed") ? "typed" : "passphrase")
    guard try wrapped.key(SecretBytes(utf8: typed)) == key else {
      throw VectorFailure(why: "another key came out")
    }
    return ["wrapped": VectorRun.hex(wrapped.wrapped)]
  }

  static func inbox(_ values: Values) throws -> [String: String] {
    guard let key = VaultKey(try values.bytes("vaultKey")), let vault = VaultID(try values.bytes("vault")) else {
      throw VectorFailure(why: "no vault")
    }
    return ["plain": VectorRun.hex(try key.capture().open(values.bytes("sealed"), of: vault))]
  }

  static func file(_ values: Values) throws -> [String: String] {
    guard let key = VaultKey(try values.bytes("vaultKey")) else { throw VectorFailure(why: "no key") }
    let file = try VaultFile(decoding: Array(try values.text("file").utf8))
    let opened = values.has("typed") ? try file.key(passphrase: SecretBytes(utf8: values.text("typed"))) : key
    guard file.isGenuine(opened) else { throw VectorFailure(why: "forged") }
    return [
      "id": file.id.description, "state": file.state.rawValue, "capture": VectorRun.hex(file.capture),
      "key": VectorRun.hex(opened.secret.copied),
    ]
  }
}
