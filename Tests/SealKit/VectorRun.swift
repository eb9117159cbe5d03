import CloudRecord
import Encodings
import JournalSeal
import SyncCore

/// Runs the program's code on the values of a vector.
package enum VectorRun {
  /// What comes out, or why nothing does.
  package static func outcome(_ kind: String, _ values: [String: String]) -> Result<[String: String], VectorFailure> {
    do {
      return .success(try out(kind, Values(values)))
    } catch let failure as VectorFailure {
      return .failure(failure)
    } catch let failure as SealFailure {
      let why =
        switch failure {
        case .damaged: "damaged"
        case .newer: "newer"
        case .noKey: "noKey"
        }
      return .failure(VectorFailure(why: why))
    } catch let failure as VaultFailure {
      let why =
        switch failure {
        case .wrongPassphrase: "passphrase"
        case .damaged: "damaged"
        case .forged: "forged"
        case .newer: "newer"
        case .memory: "memory"
        }
      return .failure(VectorFailure(why: why))
    } catch RingFailure.newer {
      return .failure(VectorFailure(why: "newer"))
    } catch RingFailure.broken(let rule, _) {
      return .failure(VectorFailure(why: rule.rawValue))
    } catch {
      return .failure(VectorFailure(why: "\(error)"))
    }
  }

  private static func out(_ kind: String, _ values: Values) throws -> [String: String] {
    switch kind {
    case "keyID": return ["id": try values.key("ek").id.description]
    case "recordKey": return ["key": hex(try values.key("ek").recordKey(at: values.place).copied)]
    case "padding": return ["padded": String(Padding.length(of: Int(try values.number("length"))))]
    case "bech32m": return try bech32m(values)
    case "recovery": return try recovery(values)
    case "words": return try words(values)
    case "keyedName":
      guard let name = KeyedName.name(for: try values.text("name"), key: SecretBytes(try values.bytes("key"))) else {
        throw VectorFailure(why: "damaged")
      }
      return ["name": name]
    case "content": return try content(try SealedContent(decoding: values.bytes("content")))
    case "sealed": return try sealed(values)
    case "file": return try FileRun(values).out()
    case "wrap": return try wrap(values)
    case "ring": return try ring(values)
    case "verdict":
      let known = try VerifiedRing(decoding: values.bytes("known")).known
      return ["verdict": "\(RingVerdict(try VerifiedRing(decoding: values.bytes("shown")), by: known))"]
    case "request": return try request(values)
    case "answer": return try answer(values)
    case "page", "frame": return try VaultRun.seal(values)
    case "passphrase": return try VaultRun.passphrase(values)
    case "inbox": return try VaultRun.inbox(values)
    case "vault": return try VaultRun.file(values)
    case "picture": return try VaultRun.picture(values)
    case "smallFile": return try VaultRun.smallFile(values)
    default: return try sharing(kind, values)
    }
  }

  static func hex(_ bytes: [UInt8]) -> String { Hexadecimal.text(bytes) }

  private static func bech32m(_ values: Values) throws -> [String: String] {
    do {
      let read = try Bech32m.decode(try values.text("text"))
      return [
        "prefix": read.prefix, "values": hex(read.values), "text": Bech32m.encode(read.values, prefix: read.prefix),
      ]
    } catch let mistake as Bech32m.Mistake {
      throw VectorFailure(why: "\(mistake)")
    }
  }

  private static func recovery(_ values: Values) throws -> [String: String] {
    do {
      let key = try RecoveryKey(typed: try values.text("typed"))
      let keys = try key.pair().publicKeys
      return [
        "secret": hex(key.secret.copied), "shown": key.shown.joined(separator: " "),
        "agreement": Digest(of: keys.agreement).description, "signing": hex(keys.signing),
      ]
    } catch let mistake as RecoveryKey.Mistake {
      switch mistake {
      case .group(let group): throw VectorFailure(why: "group \(group)")
      case .length(let count): throw VectorFailure(why: "length \(count)")
      case .mistyped: throw VectorFailure(why: "mistyped")
      }
    }
  }

  private static func words(_ values: Values) throws -> [String: String] {
    do {
      let words = try Words(typed: try values.text("typed"))
      var out = ["bits": hex(words.secret.copied), "shown": words.shown.joined(separator: " ")]
      if values.has("device") { out["key"] = hex(try words.key(for: values.device("device")).copied) }
      return out
    } catch let mistake as Words.Mistake {
      switch mistake {
      case .count(let count): throw VectorFailure(why: "count \(count)")
      case .unknown(let place): throw VectorFailure(why: "word \(place)")
      }
    }
  }

  private static func content(_ content: SealedContent) throws -> [String: String] {
    [
      "kind": String(content.kind.rawValue), "counter": String(content.counter),
      "modifiedAt": String(content.modifiedAt), "version": hex(content.version.encoded),
      "type": content.version.recordType,
      "files": content.files.map { "\($0.field) \(hex($0.digest)) \($0.length) \(hex($0.key.secret.copied))" }
        .joined(separator: ","),
      "encoded": hex(try content.encoded()),
    ]
  }

  private static func sealed(_ values: Values) throws -> [String: String] {
    let key = try values.key("ek")
    if values.has("plain") {
      let nonce = try values.bytes("nonce")
      let sealed = try RecordSeal.seal(bytes: values.bytes("plain"), at: values.place, under: key) { _ in nonce }
      return ["sha256": Digest(of: sealed).description, "length": String(sealed.count)]
    }
    let sealed = try values.bytes("sealed")
    guard let keys = JournalKeys([key]) else { throw VectorFailure(why: "keys") }
    let content = try RecordSeal.open(sealed, at: values.place, under: keys)
    let again = try RecordSeal.seal(content, at: values.place, under: key) { _ in Array(sealed[21..<33]) }
    return ["content": hex(try content.encoded()), "again": hex(again)]
  }

  private static func wrap(_ values: Values) throws -> [String: String] {
    guard let wrapped = WrappedKey(encapsulated: try values.bytes("enc"), sealed: try values.bytes("sealed")) else {
      throw VectorFailure(why: "damaged")
    }
    let purpose = KeyRing.purpose(
      ring: try values.ring("ring"), number: UInt32(try values.number("number")), key: try values.keyID("key"),
      to: try values.device("to"))
    let pair = try KeyPair(
      agreementSeed: SecretBytes(values.bytes("seed")), signingSeed: SecretBytes([UInt8](repeating: 0, count: 32)))
    return ["ek": hex(try HybridWrapping().unwrap(wrapped, with: pair, purpose: purpose).secret.copied)]
  }

  private static func ring(_ values: Values) throws -> [String: String] {
    let verified = try VerifiedRing(decoding: values.bytes("ring"))
    let opened = try OpenedRing(verified, newest: values.key("newest"))
    let (state, box) = (verified.state, opened.box)
    return [
      "ring": "\(state.ring)", "serial": String(verified.ring.serial), "head": hex(state.head),
      "number": String(state.keyNumber), "mode": String(state.mode.rawValue),
      "active": state.active.keys.sorted().map(\.description).joined(separator: ","),
      "keys": box.keys.all.map { hex($0.secret.copied) }.joined(separator: ","),
      "names": box.notes.map { "\($0.id) \($0.name) \($0.signInID)" }.joined(separator: ","),
      "nameKey": hex(box.nameKey.copied), "identities": String(box.identities.count), "keeper": "\(box.keeper)",
    ]
  }

  private static func request(_ values: Values) throws -> [String: String] {
    let request = try KeyRequest(decoding: values.bytes("request"))
    guard request.isProved(by: SecretBytes(try values.bytes("key"))) else { throw VectorFailure(why: "proof") }
    return [
      "ring": "\(request.ring)", "head": hex(request.head), "device": "\(request.device.id)",
      "at": String(request.at), "name": request.name,
    ]
  }

  private static func answer(_ values: Values) throws -> [String: String] {
    let request = try KeyRequest(decoding: values.bytes("request"))
    let ring = try VerifiedRing(decoding: values.bytes("ring"))
    guard request.isAnswered(by: try values.bytes("answer"), in: ring, key: SecretBytes(try values.bytes("key"))) else {
      throw VectorFailure(why: "answer")
    }
    return ["holds": "1"]
  }
}

/// A file of a pattern, sealed, changed, and opened again.
private struct FileRun {
  private let values: Values

  init(_ values: Values) { self.values = values }

  func out() throws -> [String: String] {
    let length = try values.number("length")
    let plain = Sample.pattern(Int(length))
    guard let key = FileKey(try values.bytes("key")) else { throw VectorFailure(why: "damaged") }
    let salt = try values.bytes("salt")
    var sealer = try FileSealer(length: length, key: key) { _ in salt }
    var sealed = try sealer.seal(plain)
    while let more = try sealer.tail() { sealed += more }
    let answer = ["sha256": Digest(of: sealed).description, "length": String(sealed.count)]
    if values.has("flip") { sealed[Int(try values.number("flip"))] ^= 1 }
    if values.has("cut") { sealed.removeSubrange(Int(try values.number("cut"))...) }
    if values.has("swap") {
      let chunk = 65_552
      let first = Array(sealed[38..<(38 + chunk)])
      sealed.replaceSubrange(38..<(38 + chunk), with: sealed[(38 + chunk)..<(38 + 2 * chunk)])
      sealed.replaceSubrange((38 + chunk)..<(38 + 2 * chunk), with: first)
    }
    if values.has("more") { sealed.append(0) }
    let readKey = values.has("otherKey") ? FileKey(try values.bytes("otherKey")) : key
    let readLength = values.has("otherLength") ? try values.number("otherLength") : length
    let digest = values.has("otherDigest") ? try values.bytes("otherDigest") : Digest(of: plain).bytes
    guard let readKey else { throw VectorFailure(why: "damaged") }
    var opener = try FileOpener(
      SealedContent.File(field: "imageAsset", digest: digest, length: readLength, key: readKey))
    let opened = try opener.open(sealed)
    try opener.finish()
    guard opened == plain else { throw VectorFailure(why: "another file came out") }
    return answer
  }
}

/// The values of a vector as what they are.
struct Values {
  private let values: [String: String]

  init(_ values: [String: String]) { self.values = values }

  func has(_ name: String) -> Bool { values[name] != nil }

  func text(_ name: String) throws -> String {
    guard let text = values[name] else { throw VectorFailure(why: "no value \(name)") }
    return text
  }

  func bytes(_ name: String) throws -> [UInt8] {
    let digits = Array(try text(name).utf8)
    guard digits.count.isMultiple(of: 2) else { throw VectorFailure(why: "\(name): odd") }
    return try stride(from: 0, to: digits.count, by: 2).map {
      guard let high = Hexadecimal.value(digits[$0]), let low = Hexadecimal.value(digits[$0 + 1]) else {
        throw VectorFailure(why: "\(name): no digits")
      }
      return high << 4 | low
    }
  }

  func number(_ name: String) throws -> UInt64 {
    guard let number = UInt64(try text(name)) else { throw VectorFailure(why: "\(name): no number") }
    return number
  }

  func key(_ name: String) throws -> JournalKey {
    guard let key = JournalKey(try bytes(name)) else { throw VectorFailure(why: "\(name): no key") }
    return key
  }

  func device(_ name: String) throws -> DeviceID { try id(name, DeviceID(try bytes(name))) }
  func keyID(_ name: String) throws -> KeyID { try id(name, KeyID(try bytes(name))) }
  func ring(_ name: String) throws -> RingID { try id(name, RingID(try bytes(name))) }

  private func id<ID>(_ name: String, _ id: ID?) throws -> ID {
    guard let id else { throw VectorFailure(why: "\(name): no id") }
    return id
  }

  var place: RecordPlace {
    get throws {
      RecordPlace(
        zone: try text("zone"), recordType: try text("type"), recordName: try text("name"),
        entry: has("entry") ? try text("entry") : "")
    }
  }
}
