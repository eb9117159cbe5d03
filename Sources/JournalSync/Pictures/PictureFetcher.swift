import CloudRecord
package import JournalCore
import JournalSeal
import SyncCore

/// Brings the bytes of pictures here when they are asked for: beside the records, into files, verified by their hash.
///
/// It works only while it is told that it may, and in the name of the account to which the journal belongs. It never
/// replaces a file that is here; a picture that does not come has a state with a sentence, and can be asked for again.
package actor PictureFetcher {
  /// The state of each picture that was asked for, after each change; a slow reader gets only the latest.
  package nonisolated let lists: AsyncStream<[PictureFetch]>

  private let store: any SyncStoring
  private let files: any AssetFiles
  private let transport: any CloudTransport
  private let sessions: any SessionSource
  private let clock: any SyncClock
  private var mapping: RecordMapping
  private nonisolated let inputs: AsyncStream<Input>
  private nonisolated let inbox: AsyncStream<Input>.Continuation
  private let outbox: AsyncStream<[PictureFetch]>.Continuation
  private var queue: FetchQueue
  private var flights: [Int: StoppableRequest] = [:]
  private var isAllowed = false
  /// Whether the journal belongs to the account that is signed in; asked anew whenever that may have changed.
  private var isConfirmed = false
  private var wakeAt: Int64?
  private var shown: [PictureFetch] = []
  private var shownAt: Int64 = 0

  private enum Input: Sendable {
    case look([String])
    case all
    case allow(Bool)
    case seal(Sealing)
    case progressed(Int, Int64)
    case finished(Int, FetchQueue.Outcome)
    case woken(Int64)
    case again
  }

  /// - Parameter seed: For the waiting times after failures.
  package init(
    store: any SyncStoring, files: any AssetFiles, transport: any CloudTransport, sessions: any SessionSource,
    clock: any SyncClock, seed: UInt64, sealing: Sealing = .plain
  ) {
    (self.store, self.files, self.transport) = (store, files, transport)
    (self.sessions, self.clock) = (sessions, clock)
    mapping = RecordMapping(sealing: sealing, zoneName: store.address.zoneID.zoneName)
    queue = FetchQueue(seed: seed)
    (inputs, inbox) = AsyncStream.makeStream(of: Input.self)
    (lists, outbox) = AsyncStream.makeStream(of: [PictureFetch].self, bufferingPolicy: .bufferingNewest(1))
  }

  // MARK: From anywhere

  /// Wants these before any others; what only the call before this one named is given up. From any thread.
  package nonisolated func fetch(_ names: [RecordName]) { inbox.yield(.look(names.map(\.rawValue))) }

  /// Wants all pictures that are not here. From any thread.
  package nonisolated func fetchAll() { inbox.yield(.all) }

  /// Does what a command says, if it is about pictures. From any thread.
  package nonisolated func take(_ command: SyncRequest) {
    switch command {
    case .fetchPictures(let names): fetch(names)
    case .fetchAllPictures: fetchAll()
    case .syncNow, .setPaused, .setOffline, .retry, .answer, .dismissConflict: break
    }
  }

  /// Whether the network may be asked. From any thread.
  package nonisolated func setAllowed(_ isAllowed: Bool) { inbox.yield(.allow(isAllowed)) }

  /// Opens what comes with other keys from now on. From any thread.
  package nonisolated func setSealing(_ sealing: Sealing) { inbox.yield(.seal(sealing)) }

  // MARK: Running

  /// Works until the task is cancelled. Call it, or ``finish(_:)``, once.
  package func run() async { await work(untilOver: false) }

  /// Brings these pictures here, or all for nil; returns the state of each once none is left to try.
  package func finish(_ names: [RecordName]?) async -> [PictureFetch] {
    isAllowed = true
    if let names { fetch(names) } else { fetchAll() }
    inbox.yield(.again)
    await work(untilOver: true)
    return queue.list(at: clock.now())
  }

  private func work(untilOver: Bool) async {
    defer { outbox.finish() }
    await withDiscardingTaskGroup { group in
      for await input in inputs {
        take(input)
        proceed(&group)
        publish(input)
        if Task.isCancelled { break }
        if untilOver, queue.isOver, case .again = input { break }
        if untilOver, queue.isOver, case .finished = input { break }
      }
      group.cancelAll()
    }
  }

  private func take(_ input: Input) {
    switch input {
    case .look(let names): stop(queue.look(at: names))
    case .all: addAll()
    case .allow(let isAllowed):
      guard isAllowed != self.isAllowed else { return }
      self.isAllowed = isAllowed
      isConfirmed = false
      if isAllowed { queue.tryNow() } else { stop(queue.stop()) }
    case .seal(let sealing):
      mapping = RecordMapping(sealing: sealing, zoneName: store.address.zoneID.zoneName)
      queue.tryNow()
    case .progressed(let ticket, let bytes): queue.note(bytes, of: ticket, at: clock.now())
    case .finished(let ticket, let outcome):
      flights[ticket] = nil
      queue.finish(ticket, outcome, at: clock.now())
    case .woken(let time): if wakeAt == time { wakeAt = nil }
    case .again: break
    }
  }

  private func stop(_ tickets: [Int]) {
    for ticket in tickets { flights.removeValue(forKey: ticket)?.stop() }
  }

  private func addAll() {
    do {
      queue.add(try store.pictures(nil).filter { try isMissing($0) }.map(\.recordName))
    } catch {
      // The journal's file, or its folder, cannot be read: the next wish shows whether it can by then.
    }
  }

  private func isMissing(_ picture: KnownPicture) throws -> Bool { try files.file(picture.digest) == .missing }

  private func proceed(_ group: inout DiscardingTaskGroup) {
    guard isAllowed else { return }
    let now = clock.now()
    for (name, ticket) in queue.begin(at: now) {
      flights[ticket] = StoppableRequest()
      group.addTask { [inbox] in
        let outcome = await self.fetch(name, ticket)
        // nil: the request was stopped, and its picture is either wanted again or no longer.
        if let outcome { inbox.yield(.finished(ticket, outcome)) }
      }
    }
    guard let time = queue.wakeAt(now), wakeAt.map({ time < $0 }) ?? true else { return }
    wakeAt = time
    group.addTask { [clock, inbox] in
      do { try await clock.sleep(until: time) } catch { return }
      inbox.yield(.woken(time))
    }
  }

  private func publish(_ input: Input) {
    let now = clock.now()
    // Bytes are shown at most ten times a second, though they come more often.
    if case .progressed = input, now - shownAt < 100, now >= shownAt { return }
    let list = queue.list(at: now)
    guard list != shown else { return }
    shown = list
    shownAt = now
    outbox.yield(list)
  }

  // MARK: One picture

  /// Fetches one picture; nil if the request was stopped.
  private func fetch(_ name: String, _ ticket: Int) async -> FetchQueue.Outcome? {
    do throws(CloudFailure) {
      guard let picture = try known(name) else { return .gone }
      guard try lacks(picture) else { return .present }
      guard try await isOwnAccount() else {
        return .failed(
          CloudFailure(code: .badContainer, reason: "another account is signed in"),
          sentence: SyncSentences.stopped(.otherAccount, session: nil))
      }
      return try await bring(picture, ticket)
    } catch {
      if error.code.remedy == .waitForAccount { isConfirmed = false }
      return .failed(error, sentence: SyncSentences.fetching(error, service: nil))
    }
  }

  private func bring(_ picture: KnownPicture, _ ticket: Int) async throws(CloudFailure) -> FetchQueue.Outcome? {
    // Addresses hold for a short while: each file gets a fresh one.
    let keys = ["imageAsset", "entry", JournalSchema.Carrier.imageDigest, JournalSchema.Carrier.sealed]
    let lookUp = LookupRequest(
      items: [LookupRequest.Item(recordName: picture.recordName)], zoneID: store.address.zoneID, desiredKeys: keys)
    guard let found = await send(.lookup(lookUp), .interactive, of: ticket) else { return nil }
    guard case .records(let reply) = try found.get(), let outcome = reply.outcomes.first else {
      throw CloudFailure(code: .internalError, reason: "an answer of another kind than was asked for")
    }
    let record: Record
    switch outcome {
    case .saved(let saved): record = saved
    case .deleted: return .missing
    case .failed(_, let error) where error.code == .notFound: return .missing
    case .failed(_, let error): throw CloudFailure(error)
    }
    guard let there = mapping.picture(record) else { return .missing }
    if let digest = there.digest, digest != picture.digest {
      // Another device put another picture there; what this journal looks for comes with the records.
      throw CloudFailure(code: .assetNotAvailable, reason: "it was replaced on another device a moment ago")
    }
    queue.found(picture.caption, size: there.asset.size ?? 0, of: ticket, at: clock.now())
    inbox.yield(.progressed(ticket, 0))
    return try await download(there.asset, there.sealed, of: picture, ticket)
  }

  private func download(
    _ asset: Asset, _ sealed: SealedContent.File?, of picture: KnownPicture, _ ticket: Int
  ) async throws(CloudFailure) -> FetchQueue.Outcome? {
    var path = files.place()
    guard let outcome = await send(.downloadFile(asset, path: path), .background, of: ticket) else {
      files.discard(path)
      return nil
    }
    let reply: CloudReply
    do throws(CloudFailure) {
      reply = try outcome.get()
    } catch {
      files.discard(path)
      if error.code == .unknownItem { return .missing }
      throw error
    }
    guard case .file(let file) = reply, sealed != nil || file.digest == picture.digest else {
      files.discard(path)
      return .changed
    }
    if let sealed {
      do {
        // The digest is the one that the seal names, or it does not open.
        path = try files.open(path, as: sealed)
      } catch is SealFailure {
        files.discard(path)
        return .changed
      } catch {
        files.discard(path)
        throw CloudFailure(code: .assetNotAvailable, reason: "it cannot be kept here: \(error)")
      }
    }
    do {
      try files.keep(path, digest: picture.digest)
    } catch {
      files.discard(path)
      throw CloudFailure(code: .assetNotAvailable, reason: "it cannot be kept here: \(error)")
    }
    return .present
  }

  /// Sends a request of one picture's; nil if it was stopped.
  private func send(
    _ request: CloudRequest, _ urgency: RequestUrgency, of ticket: Int
  ) async -> Result<CloudReply, CloudFailure>? {
    // It may have been given up between two requests.
    guard flights[ticket] != nil else { return nil }
    let flight = StoppableRequest()
    flights[ticket] = flight
    let known: ServerHistory?
    do { known = try store.syncPosition().history } catch { return .failure(PictureFetcher.unreadable(error)) }
    return await flight.send(request, over: transport, urgency: urgency, known: known) { [inbox] bytes in
      inbox.yield(.progressed(ticket, bytes))
    }
  }

  // MARK: The journal and its account

  private func known(_ name: String) throws(CloudFailure) -> KnownPicture? {
    do { return try store.pictures([name]).first } catch { throw PictureFetcher.unreadable(error) }
  }

  private func lacks(_ picture: KnownPicture) throws(CloudFailure) -> Bool {
    do { return try isMissing(picture) } catch { throw PictureFetcher.unreadable(error) }
  }

  private static func unreadable(_ error: any Error) -> CloudFailure {
    CloudFailure(code: .assetNotAvailable, reason: "the journal cannot be read: \(error)")
  }

  /// Asks who is signed in before anything else: another account's server has other pictures.
  private func isOwnAccount() async throws(CloudFailure) -> Bool {
    if isConfirmed { return true }
    guard let session = try await sessions.session() else {
      throw CloudFailure(code: .notAuthenticated, reason: "no account is signed in")
    }
    guard case .caller(let caller) = try await transport.send(.caller, urgency: .interactive) else {
      throw CloudFailure(code: .internalError, reason: "an answer of another kind than was asked for")
    }
    let bound: AccountBinding?
    do { bound = try store.syncPosition().account } catch { throw PictureFetcher.unreadable(error) }
    isConfirmed = bound.map { $0.userRecordName == caller.userRecordName && session.isWhere($0) } ?? false
    return isConfirmed
  }
}
