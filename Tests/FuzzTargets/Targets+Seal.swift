import JournalSeal
import SealKit

extension FuzzTarget {
  /// A content that is read is the only one with its bytes; a seal opens to what was sealed, at its place alone.
  static let sealed = FuzzTarget("sealed", "sealed records, and what is inside of them") { bytes in
    let home = SealedHome.shared
    attempt { _ = try RecordSeal.open(bytes, at: Sample.entry, under: home.keys) }
    promise(!home.opens(home.seal, changedBy: bytes), "a changed seal was opened")
    do {
      let content = try SealedContent(decoding: bytes)
      promise(try content.encoded() == bytes, "a content has two encodings")
      Plant.fault(if: content.kind == .removed && content.counter & 255 == 7)
    } catch {
      return
    }
    attempt {
      let seal = try RecordSeal.seal(bytes: bytes, at: Sample.entry, under: home.keys.newest) {
        Array(bytes.prefix($0))
      }
      _ = try RecordSeal.open(seal, at: Sample.entry, under: home.keys)
    }
  }

  /// Files come back as they were, in pieces of any size; changed ones do not.
  ///
  /// The first byte says what the others are: a sealed file, changes of one, or a file.
  static let file = FuzzTarget("file", "sealed files, as they arrive in pieces") { bytes in
    guard let first = bytes.first else { return }
    let (home, rest) = (SealedHome.shared, Array(bytes.dropFirst()))
    switch first % 3 {
    case 0: attempt { _ = try opened(rest, as: home.file.about, pieces: Int(first) + 1) }
    case 1:
      let changed = changed(home.file.sealed, by: rest)
      guard changed != home.file.sealed else { return }
      attempt {
        _ = try opened(changed, as: home.file.about, pieces: Int(first) + 1)
        fatalError("a changed file was opened")
      }
    default:
      let file = SealedHome.File(rest, pieces: Int(first) + 1)
      do {
        let back = try opened(file.sealed, as: file.about, pieces: Int(first) / 2 + 1)
        promise(back == rest, "another file came back")
      } catch {
        fatalError("our own file is refused: \(error)")
      }
      Plant.fault(if: rest.count == 33 && rest.last == 0)
    }
  }

  /// A ring that keeps the rules is taken; one that was changed by a byte is not; each change of one keeps the rules or is
  /// refused.
  ///
  /// The first byte says what the others are: a ring, changes of one, or what three computers do with one.
  static let ring = FuzzTarget("ring", "rings of keys, their log and their rules") { bytes in
    guard let first = bytes.first else { return }
    let (home, rest) = (SealedHome.shared, Array(bytes.dropFirst()))
    switch first % 3 {
    case 0: attempt { _ = try VerifiedRing(decoding: rest) }
    case 1:
      let good = home.ring.verified.ring.encoded
      let changed = changed(good, by: rest)
      guard changed != good else { return }
      attempt {
        let ring = try KeyRing(decoding: changed)
        Plant.fault(if: ring.serial == 7)
        _ = try VerifiedRing(ring, known: home.ring.verified.state.heads)
        fatalError("a changed ring was taken")
      }
    default: home.act(rest)
    }
  }

  /// A box that a device reads is the only one with its bytes, and holds the keys that the log names.
  static let box = FuzzTarget("box", "what is inside a ring's box, as only a device that is in could have made it") {
    bytes in
    let home = SealedHome.shared
    attempt {
      let opened = try home.opened(box: bytes)
      promise(opened.box.encoded == bytes, "a box has two encodings")
      promise(opened.box.keys == home.keys, "a box gave other keys than the log names")
      Plant.fault(if: opened.box.notes.count == 2)
    }
  }

  /// A file of keys that is read says what it says, and comes back as it was.
  static let kept = FuzzTarget("kept", "keys.json, which a person or a disk may have changed") { bytes in
    let kept: KeptKeys
    do { kept = try KeptKeys(decoding: bytes) } catch { return }
    do {
      promise(try KeptKeys(decoding: kept.encoded()) == kept, "other keys came back")
    } catch {
      fatalError("our own keys are refused: \(error)")
    }
    Plant.fault(if: kept.state == .removed && kept.recoveryAsked == 7)
  }

  /// A request that is read has its device's signature; one that is made is read, whatever the name.
  ///
  /// The first byte says what the others are: a request, changes of one, or a name.
  static let request = FuzzTarget("request", "requests of devices to be let in") { bytes in
    guard let first = bytes.first else { return }
    let (home, rest) = (SealedHome.shared, Array(bytes.dropFirst()))
    switch first % 3 {
    case 0: attempt { _ = try KeyRequest(decoding: rest) }
    case 1:
      let changed = changed(home.request.encoded, by: rest)
      guard changed != home.request.encoded else { return }
      attempt {
        let read = try KeyRequest(decoding: changed)
        promise(!read.isProved(by: home.key), "a changed request was proved")
      }
    default:
      let made = home.request(named: String(decoding: rest, as: UTF8.self), at: UInt64(first) << 40)
      do {
        promise(try KeyRequest(decoding: made.encoded) == made, "another request came back")
      } catch {
        fatalError("our own request is refused: \(error)")
      }
      Plant.fault(if: made.name.hasPrefix("at") && made.name.count == 7)
    }
  }

  /// What is read comes back when it is shown; a mistake is said within the eight groups and the six words.
  static let recovery = FuzzTarget("recovery", "recovery keys and words that people type") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let key = try RecoveryKey(typed: text)
      promise(try RecoveryKey(typed: key.shown.joined(separator: "-")) == key, "another key came back")
    } catch RecoveryKey.Mistake.group(let group) {
      promise((1...8).contains(group), "group \(group)")
      Plant.fault(if: group == 5)
    } catch {}
    do {
      let words = try Words(typed: text)
      promise(try Words(typed: words.shown.joined(separator: " ")) == words, "other words came back")
    } catch Words.Mistake.unknown(let place) {
      promise((1...6).contains(place), "word \(place)")
    } catch {}
    attempt {
      let read = try Bech32m.decode(text)
      promise(Bech32m.encode(read.values, prefix: read.prefix) == text.lowercased(), "another text came back")
    }
  }

  /// The file of a vault that is read comes back as it was; no change of one is taken, and nothing that is sealed to it opens
  /// once it was changed.
  ///
  /// The first byte says what the others are: a file, changes of one, or something that was sealed.
  static let vault = FuzzTarget("vault", "the file of a vault, and what is written while it is locked") { bytes in
    guard let first = bytes.first else { return }
    let (home, rest) = (SealedHome.shared.vault, Array(bytes.dropFirst()))
    switch first % 3 {
    case 0:
      attempt {
        let file = try VaultFile(decoding: rest)
        promise(try VaultFile(decoding: file.encoded) == file, "another file came back")
        Plant.fault(if: file.state == .removing)
      }
    case 1:
      let changed = changed(home.file.encoded, by: rest)
      attempt { promise(try VaultFile(decoding: changed) == home.file, "a changed file was taken") }
    default:
      attempt { _ = try home.capture.open(rest, of: home.file.id) }
      let changed = changed(home.sealed, by: rest)
      guard changed != home.sealed else { return }
      attempt {
        _ = try home.capture.open(changed, of: home.file.id)
        fatalError("what was changed was opened")
      }
    }
  }

  /// Bytes changed at places: two bytes of a place, and what is changed there.
  static func changed(_ bytes: [UInt8], by changes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for start in stride(from: 0, to: changes.count - 2, by: 3) {
      bytes[(Int(changes[start]) << 8 | Int(changes[start + 1])) % bytes.count] ^= changes[start + 2]
    }
    return bytes
  }

  private static func opened(
    _ sealed: [UInt8], as file: SealedContent.File, pieces: Int
  ) throws(SealFailure) -> [UInt8] {
    var opener = try FileOpener(file)
    var (opened, rest) = ([UInt8](), sealed[...])
    while !rest.isEmpty {
      opened += try opener.open(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
    }
    try opener.finish()
    return opened
  }
}

/// Keys, a ring and a file that are the same in each run, but for the wraps.
private final class SealedHome: Sendable {
  static let shared = SealedHome()

  struct File: Sendable {
    let about: SealedContent.File
    let sealed: [UInt8]

    init(_ plain: [UInt8], pieces: Int) {
      let random = seeded(UInt64(pieces))
      about = SealedContent.File(
        field: "imageAsset", digest: Sample.digest(of: plain), length: UInt64(plain.count), key: .fresh(random))
      do {
        var sealer = try FileSealer(length: about.length, key: about.key, random: random)
        var (sealed, rest) = ([UInt8](), plain[...])
        while !rest.isEmpty {
          sealed += try sealer.seal(rest.prefix(pieces))
          rest = rest.dropFirst(pieces)
        }
        while let more = try sealer.tail() { sealed += more }
        self.sealed = sealed
      } catch {
        fatalError("a file is not sealed: \(error)")
      }
    }
  }

  let home: Household
  let ring: OpenedRing
  let keys: JournalKeys
  let seal: [UInt8]
  let file = File(Sample.pattern(700), pieces: 100)
  let key = SecretBytes([UInt8](repeating: 7, count: 32))
  let request: KeyRequest
  let vault = Vault()

  /// A vault, and a text that is sealed to it.
  struct Vault: Sendable {
    let file: VaultFile
    let capture: CaptureKey
    let sealed: [UInt8]

    init() {
      do {
        let key = VaultKey.fresh(seeded(5))
        file = try VaultFile(key: key, passphrase: SecretBytes(utf8: "zqlong"), cost: 15, random: seeded(6))
        capture = try key.capture()
        sealed = try CaptureKey.seal(Sample.pattern(40), to: file.capture, of: file.id)
      } catch {
        fatalError("no vault is made: \(error)")
      }
    }
  }

  private init() {
    do {
      let home = try Household()
      let ring = try home.founded()
      (self.home, self.ring) = (home, ring)
      keys = ring.box.keys
      seal = try RecordSeal.seal(Sample.content(), at: Sample.entry, under: ring.box.keys.newest, random: home.random)
      request = try KeyRequest(
        of: home.attic, named: "attic", to: ring.verified.ring.id, head: ring.verified.state.head, at: home.time,
        key: key)
    } catch {
      fatalError("nothing is sealed: \(error)")
    }
  }

  func opens(_ seal: [UInt8], changedBy changes: [UInt8]) -> Bool {
    let changed = FuzzTarget.changed(seal, by: changes)
    guard changed != seal else { return false }
    do {
      _ = try RecordSeal.open(changed, at: Sample.entry, under: keys)
      return true
    } catch {
      return false
    }
  }

  /// A ring with any box, sealed and signed as a device does.
  func opened(box: [UInt8]) throws -> OpenedRing {
    let known = ring.verified
    let bytes = try KeyRing.encoded(
      id: known.ring.id, serial: 2, log: known.ring.log, wraps: known.ring.wraps, box: box, key: keys.newest,
      signer: .device(home.laptop), random: home.random)
    return try OpenedRing(VerifiedRing(decoding: bytes, known: known.state.heads), newest: keys.newest)
  }

  func request(named name: String, at time: UInt64) -> KeyRequest {
    do {
      return try KeyRequest(
        of: home.attic, named: name, to: ring.verified.ring.id, head: ring.verified.state.head, at: time, key: key)
    } catch {
      fatalError("a request is not made: \(error)")
    }
  }

  /// Three computers and the recovery key change the ring, each byte one step: which of them, and what it does.
  func act(_ steps: [UInt8]) {
    var ring = ring
    let devices = [home.laptop, home.attic, home.phone]
    let signers = devices.map { RingSigner.device($0) } + [.recovery(home.recovery)]
    for step in steps.prefix(6) {
      let device = devices[Int(step >> 5) % 3]
      do {
        ring = try home.changed(ring, by: signers[Int(step & 3)]) { draft in
          switch step >> 2 & 7 {
          case 0: try draft.add(device.identity, named: "x")
          case 1: try draft.remove(device.id)
          case 2: try draft.remove(device.id, recovery: home.otherRecovery)
          case 3: try draft.leave()
          case 4: try draft.rotate()
          case 5: try draft.changeRecovery(to: home.otherRecovery)
          case 6: try draft.set(.opening)
          default: try draft.confirmRecovery(home.recovery.publicKeys)
          }
        }
      } catch {
        // Refused: the ring stays as it was.
        continue
      }
      for device in devices {
        let isIn = ring.verified.state.active[device.id] != nil
        let opened: OpenedRing?
        do { opened = try OpenedRing(ring.verified, as: .device(device), wrapping: home.wrapping) } catch {
          opened = nil
        }
        promise(isIn == (opened != nil), "a device that is in, and no other, opens the ring")
      }
    }
  }
}
