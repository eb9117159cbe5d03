import Encodings
import JournalSeal

extension VectorBook {
  /// Names and heads of a vault's pictures, and its small files.
  mutating func addVaultPictures() {
    let hex = VectorBook.hex
    let base = ["vaultKey": hex(VectorBook.ek), "vault": hex([UInt8](1...16)), "nonce": hex([UInt8](20..<32))]
    let picture = base.merging(["sha256": hex([UInt8](0x40..<0x60)), "length": "1234567"]) { $1 }
    add("picture", "a picture", picture)
    add("picture", "an empty one", picture.merging(["length": "0"]) { $1 })
    add("picture", "of another digest", picture.merging(["sha256": hex([UInt8](0x41..<0x61))]) { $1 })
    for (name, change) in [
      ("opened as another", ["otherSha256": hex([UInt8](0x41..<0x61))]),
      ("in another vault", ["otherVault": hex([UInt8](2...17))]),
      ("under another key", ["otherVaultKey": hex(VectorBook.otherEK)]),
      ("magic", ["flip": "0"]), ("version 0", ["flip": "3"]), ("nonce changed", ["flip": "4"]),
      ("length changed", ["flip": "16"]), ("tag changed", ["flip": "39"]), ("cut", ["cut": "39"]),
    ] { add("picture", name, picture.merging(change) { $1 }) }
    let file = base.merging(["name": "session.json", "length": "300"]) { $1 }
    add("smallFile", "a session", file)
    add("smallFile", "an empty file", file.merging(["length": "0"]) { $1 })
    for (name, change) in [
      ("under another name", ["otherName": "keys.json"]), ("in another vault", ["otherVault": hex([UInt8](2...17))]),
      ("under another key", ["otherVaultKey": hex(VectorBook.otherEK)]),
      ("magic", ["flip": "1"]), ("version 0", ["flip": "3"]), ("nonce changed", ["flip": "15"]),
      ("the text changed", ["flip": "100"]), ("tag changed", ["flip": "331"]), ("cut", ["cut": "331"]),
      ("too short", ["cut": "31"]),
    ] { add("smallFile", name, file.merging(change) { $1 }) }
  }
}

extension VaultRun {
  static func picture(_ values: Values) throws -> [String: String] {
    let (made, read) = (try seals(values).pictures, try seals(values, "other").pictures)
    let (digest, nonce) = (try values.text("sha256"), try values.bytes("nonce"))
    let length = try values.number("length")
    let (sealed, _) = try made.sealer(of: digest, length: length) { count in
      Array((nonce + [UInt8](repeating: 0, count: count)).prefix(count))
    }
    let other = try values.has("otherSha256") ? values.text("otherSha256") : digest
    let file = try read.file(head: try changed(sealed, values), digest: other)
    guard file.length == length, let name = made.name(of: digest), read.digest(of: name) == digest else {
      throw VectorFailure(why: "other bytes came out")
    }
    return ["name": name, "head": VectorRun.hex(sealed), "key": VectorRun.hex(file.key.secret.copied)]
  }

  static func smallFile(_ values: Values) throws -> [String: String] {
    let (made, read) = (try seals(values).files, try seals(values, "other").files)
    let plain = Sample.pattern(Int(try values.number("length")))
    let (name, nonce) = (try values.text("name"), try values.bytes("nonce"))
    let sealed = try made.seal(plain, name: name) { _ in nonce }
    let other = try values.has("otherName") ? values.text("otherName") : name
    guard try read.open(try changed(sealed, values), name: other) == plain else {
      throw VectorFailure(why: "other bytes came out")
    }
    return ["sealed": VectorRun.hex(sealed)]
  }

  private static func changed(_ sealed: [UInt8], _ values: Values) throws -> [UInt8] {
    var bytes = sealed
    if values.has("flip") { bytes[Int(try values.number("flip"))] ^= 1 }
    if values.has("cut") { bytes.removeSubrange(Int(try values.number("cut"))...) }
    return bytes
  }

  /// - Parameter prefix: “other” for what opens, where a vector has another key or vault for it.
  private static func seals(_ values: Values, _ prefix: String = "") throws -> (
    pictures: PictureSeal, files: SmallFileSeal
  ) {
    func bytes(_ name: String) throws -> [UInt8] {
      let other = prefix + name.prefix(1).uppercased() + name.dropFirst()
      return try values.bytes(values.has(other) ? other : name)
    }
    guard let key = VaultKey(try bytes("vaultKey")), let vault = VaultID(try bytes("vault")) else {
      throw VectorFailure(why: "no vault")
    }
    return (key.pictures(of: vault), key.smallFiles(of: vault))
  }
}
