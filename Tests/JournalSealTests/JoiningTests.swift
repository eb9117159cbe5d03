import JournalSeal
import SealKit
import Testing

@Suite struct JoiningTests {
  private let home: Household
  private let ring: OpenedRing
  private let words: Words
  private let key: SecretBytes
  private let request: KeyRequest

  init() throws {
    home = try Household()
    ring = try home.founded()
    words = .fresh(seeded(8))
    key = try words.key(for: home.attic.id)
    request = try KeyRequest(
      of: home.attic, named: "attic", to: ring.verified.ring.id, head: ring.verified.state.head, at: home.time, key: key
    )
  }

  @Test func sixWordsLetADeviceIn() throws {
    let seen = try KeyRequest(decoding: request.encoded)
    #expect(seen == request && seen.isMeant(for: ring.verified.state))
    let typed = try Words(typed: words.shown.joined(separator: " ").uppercased())
    let typedKey = try typed.key(for: seen.device.id)
    #expect(seen.isProved(by: typedKey))
    let letIn = try home.changed(ring) { try $0.add(seen.device, named: seen.name) }
    let answer = seen.answer(adding: letIn.verified.state.head, key: typedKey)
    #expect(request.isAnswered(by: answer, in: letIn.verified, key: key))
    // Later entries do not take the answer away.
    let later = try home.changed(letIn) { try $0.add(home.phone.identity, named: "phone") }
    #expect(request.isAnswered(by: answer, in: later.verified, key: key))
  }

  @Test func otherWordsProveNothing() throws {
    #expect(!request.isProved(by: try Words.fresh(seeded(9)).key(for: home.attic.id)))
    #expect(!request.isProved(by: try words.key(for: home.phone.id)))
  }

  /// A server that puts its own keys into a request cannot prove them; one that keeps the proof breaks it.
  @Test func exchangedKeysAreFoundOut() throws {
    let stranger = DeviceKeys(id: home.attic.id, pair: try .fresh(home.random))
    let own = try KeyRequest(
      of: stranger, named: "attic", to: request.ring, head: request.head, at: home.time,
      key: SecretBytes(home.random(32)))
    #expect(!own.isProved(by: key))
    let swapped = Array(own.encoded.dropLast(32)) + request.encoded.suffix(32)
    #expect(!(try KeyRequest(decoding: swapped).isProved(by: key)))
  }

  /// A server that shows a ring of its own, with the new device in it, cannot answer for it.
  @Test func aRingOfTheServersIsFoundOut() throws {
    let server = try Household(seed: 77)
    let own = try server.changed(server.founded()) { try $0.add(home.attic.identity, named: "attic") }
    let answer = request.answer(adding: own.verified.state.head, key: SecretBytes(home.random(32)))
    #expect(!request.isAnswered(by: answer, in: own.verified, key: key))
    let real = request.answer(adding: own.verified.state.head, key: key)
    #expect(!request.isAnswered(by: real, in: own.verified, key: key), "it asked for another ring")
    #expect(!request.isMeant(for: own.verified.state))
  }

  @Test func anAnswerIsForOneEntry() throws {
    let one = try home.changed(ring, at: 1) { try $0.add(home.attic.identity, named: "attic") }
    let other = try home.changed(ring, at: 2) { try $0.add(home.attic.identity, named: "attic") }
    let answer = request.answer(adding: one.verified.state.head, key: key)
    #expect(request.isAnswered(by: answer, in: one.verified, key: key))
    #expect(!request.isAnswered(by: answer, in: other.verified, key: key))
    #expect(!request.isAnswered(by: answer, in: ring.verified, key: key))
    #expect(!request.isAnswered(by: [], in: one.verified, key: key))
  }

  @Test func requestsEnd() {
    let now: UInt64 = 1_000_000_000
    #expect(!KeyRequest.isOver(saved: now, now: now))
    #expect(!KeyRequest.isOver(saved: now - KeyRequest.lifetime, now: now))
    #expect(KeyRequest.isOver(saved: now - KeyRequest.lifetime - 1, now: now))
    #expect(KeyRequest.isOver(saved: now + 60_001, now: now), "from the future")
    #expect(KeyRequest.isOver(saved: .max, now: 0) && KeyRequest.isOver(saved: 0, now: .max))
  }

  @Test func aReservedIdIsRefused() throws {
    for id in [DeviceID.none, .recovery] {
      let device = DeviceKeys(id: id, pair: home.attic.pair)
      let own = try KeyRequest(
        of: device, named: "x", to: request.ring, head: request.head, at: home.time, key: key)
      #expect(throws: SealFailure.self) { try KeyRequest(decoding: own.encoded) }
    }
  }
}
