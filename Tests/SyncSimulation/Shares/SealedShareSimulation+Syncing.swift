import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// One synchronisation of a device, with what networks do to it.
extension SealedShareSimulation {
  /// The rings in a device's file, and who its person is.
  private struct Keeper: ShareKeeping {
    let isGuest: Bool
    let person: KeyPair
    let rings: StoredShareRings
    /// What is shown in the place of all rings that come, with a planted mistake.
    let frozen: Record?

    func identities() -> [KeyPair] { [person] }
    func kept() throws -> [KeptShare] { try rings.all() }
    func keep(_ share: KeptShare) throws { try rings.keep(share) }
    func shown() throws -> [Record] {
      let shown = try rings.shown()
      guard let frozen, !shown.isEmpty else { return shown }
      return [frozen]
    }
  }

  func synchronize(_ device: ShareDevice) throws {
    count("runs")
    if device.isGuest, !cloud.isListed(for: device.user, now: now) {
      // A program keeps what was not sent as the person's own.
      guestWords.subtract(try device.words())
      return try device.drop()
    }
    if device.isGuest, !present.contains(device.user) { return }
    guard let person = identities[device.user] else { return }
    let isFrozen = mistake == .keepsFormerKey && device === owners[1]
    let keeper = Keeper(
      isGuest: device.isGuest, person: person, rings: StoredShareRings(device.store),
      frozen: isFrozen ? firstRing : nil)
    let seals = try ShareJudge(keeper, zone: ShareCloud.zone).look()
    var sealing = Sealing(guestOf: seals, random: random)
    if !device.isGuest {
      sealing = Sealing(keys: keys, mode: .sealed, random: random).holding(seals)
      // The engine's first look.
      if try !keeper.kept().isEmpty { _ = try device.store.resealShared(seals.wanted) }
      if mistake == .sendsPlain, device === owners[1] { sealing = .plain }
    }
    try run(device, sealing, keeper)
    if try device.bodies().values.contains(Self.forgery) { failures.append("\(device.name) shows what was forged") }
    guard device.isGuest else { return }
    let shares = StoredShares(device.store)
    // What was added and never sent goes as long as its share is in order.
    let lost = try shares.lostEntries().filter { try !shares.isNew($0) }
    guard !lost.isEmpty else { return }
    for name in lost { if let entry = try device.store.entry(name) { guestWords.subtract(Token.all(in: entry)) } }
    try StoredShares(device.store).forgetLost(lost)
    count("losses")
  }

  private func run(_ device: ShareDevice, _ sealing: Sealing, _ keeper: Keeper) throws {
    var pace = SyncMachine.Pace()
    pace.subscribes = false
    var runner = SyncRunner(
      store: mistake == .takesFormerWord && device === owners[1] ? ForgivingStore(device.store) : device.store,
      sealing: sealing, seed: chance.next(), pace: pace, shares: ShareRound(keeper))
    try drive(&runner, of: device) { try send($0, from: device) }
  }

  private func send(_ request: CloudRequest, from device: ShareDevice) throws -> Result<CloudReply, CloudFailure> {
    count("requests")
    try writeInFlight(on: device)
    advance(chance.between(1, 800))
    let timeOut = CloudFailure(code: .networkFailure, reason: "timed out", isOutcomeUnknown: true)
    if !isHealed, chance.happens(60) {
      count("faults")
      return .failure(timeOut)
    }
    var request = request
    if case .modify(var modify) = request, !device.isGuest {
      checkNothingIsPlain(modify, from: device)
      if mistake == .keepsParent {
        for index in modify.operations.indices where modify.operations[index].parentEdit == .cleared {
          modify.operations[index].parentEdit = .unchanged
        }
        request = .modify(modify)
      }
    }
    let outcome = cloud.answer(request, by: device.user, in: device.database, device: device.name, now: now)
    if !isHealed, chance.happens(60) {
      count("faults")
      return .failure(timeOut)
    }
    return outcome
  }

  private func checkNothingIsPlain(_ modify: ModifyRequest, from device: ShareDevice) {
    for operation in modify.operations {
      for field in operation.fields.values {
        guard case .string(let text)? = field?.value, let word = Token.all(in: text).first else { continue }
        failures.append("\(device.name) sends \(word) as it is")
      }
    }
  }
}
