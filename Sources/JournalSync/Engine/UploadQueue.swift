import CloudRecord
import JournalCore
import SyncCore

/// Files of images on their way to the server beside the records: which is next, how far, and when again.
struct UploadQueue {
  struct Item {
    var upload: PendingUpload
    /// The record when its file was asked for.
    var version: RecordVersion
    var path: String
    var size: Int64
    /// Of the flight under way.
    var ticket: Int?
    var meter: TransferMeter?
    var tries = 0
    var waitsForSpace = false
    /// The sealed copy that is on its way, and what opens it.
    var copy: (path: String, file: SealedFile?)?

    var recordName: String { upload.token.recordName ?? "" }
  }

  /// So many at once: the next one's address is asked for while one goes.
  private static let width = 2
  /// So many are looked for ahead.
  static let lookAhead = 512

  private(set) var items: [Item] = []
  /// Why the last one that failed did; nil once one has succeeded.
  private(set) var trouble: CloudFailure?
  private(set) var spaceRetryAt: Int64?
  private var pause = Pause()
  private var backoff: Backoff
  private let spaceRetry: Int64
  private var lastTicket = 0
  /// Bytes that went since the queue was empty.
  private var sent: Int64 = 0

  init(seed: UInt64, spaceRetry: Int64) {
    // Not the machine's own waits.
    backoff = Backoff(seed: ~seed)
    self.spaceRetry = spaceRetry
  }

  var names: Set<String> { Set(items.map(\.recordName)) }

  mutating func add(_ upload: PendingUpload, of version: RecordVersion, path: String, size: Int64) {
    guard !items.contains(where: { $0.recordName == upload.token.recordName }) else { return }
    items.append(Item(upload: upload, version: version, path: path, size: size))
  }

  // MARK: Flights

  /// A clock that was set back must not make a wait longer than it was to be.
  mutating func forgetFarTimes(_ now: Int64) {
    pause.notice(now)
    spaceRetryAt = spaceRetryAt.map { min($0, now + spaceRetry) }
  }

  /// Lets the next ones go, as many as may.
  mutating func begin(at now: Int64) -> [Item] {
    guard pause.end(at: now) == nil else { return [] }
    var begun: [Item] = []
    for index in items.indices where items[index].ticket == nil && !items[index].waitsForSpace {
      guard items.count(where: { $0.ticket != nil }) < UploadQueue.width else { break }
      lastTicket += 1
      items[index].ticket = lastTicket
      items[index].meter = TransferMeter(total: items[index].size, at: now)
      begun.append(items[index])
    }
    return begun
  }

  /// Gives up the flights under way; their tickets.
  mutating func stop() -> [Int] {
    let tickets = items.compactMap(\.ticket)
    for index in items.indices { items[index].land() }
    return tickets
  }

  /// Drops files that were to go in another form: their records ask for them anew.
  ///
  /// - Parameter isSealed: Whether files go sealed now.
  /// - Returns: The tickets of those that were under way, and the paths of sealed copies that are not needed any more.
  mutating func drop(unlike isSealed: Bool) -> (tickets: [Int], copies: [String]) {
    let others = items.filter { $0.upload.isSealed != isSealed }
    guard !others.isEmpty else { return ([], []) }
    items.removeAll { $0.upload.isSealed != isSealed }
    if items.isEmpty { sent = 0 }
    return (others.compactMap(\.ticket), others.compactMap { $0.copy?.path })
  }

  /// Notes the sealed copy of a file that goes now.
  mutating func setCopy(_ path: String, _ file: SealedFile?, of ticket: Int) {
    guard let index = items.firstIndex(where: { $0.ticket == ticket }) else { return }
    items[index].copy = (path, file)
  }

  /// Takes out the paths of sealed copies of what is not on its way; they are not needed any more.
  mutating func takeIdleCopies() -> [String] {
    var paths: [String] = []
    for index in items.indices where items[index].ticket == nil {
      if let copy = items[index].copy.take() { paths.append(copy.path) }
    }
    return paths
  }

  mutating func note(_ bytes: Int64, of ticket: Int, at now: Int64) {
    guard let index = items.firstIndex(where: { $0.ticket == ticket }) else { return }
    items[index].meter?.note(bytes, at: now)
  }

  func item(_ ticket: Int) -> Item? { items.first { $0.ticket == ticket } }

  /// The file is there, or its record cannot be sent: it is not waited for any more.
  mutating func remove(_ ticket: Int, isSent: Bool) {
    if isSent, let item = item(ticket) {
      sent += item.size
      trouble = nil
      backoff.reset()
    }
    items.removeAll { $0.ticket == ticket }
    if items.isEmpty { sent = 0 }
  }

  /// It goes again later.
  mutating func fail(_ ticket: Int, _ failure: CloudFailure, at now: Int64) {
    guard let index = items.firstIndex(where: { $0.ticket == ticket }) else { return }
    items[index].land()
    items[index].tries += 1
    trouble = failure
    if failure.code.remedy == .waitForSpace {
      items[index].waitsForSpace = true
      spaceRetryAt = now + spaceRetry
    } else {
      pause.extend(by: max(backoff.next(), Int64((failure.retryAfter ?? 0) * 1000)), at: now)
    }
  }

  /// Lets those go that waited for space.
  mutating func releaseSpace() {
    spaceRetryAt = nil
    for index in items.indices { items[index].waitsForSpace = false }
  }

  /// The person, or a network that is back, does not want to wait.
  mutating func tryNow() {
    pause = Pause()
    releaseSpace()
  }

  // MARK: What is to be seen

  /// When there is something to do without anything happening.
  func wakeAt(_ now: Int64) -> Int64? {
    let waits = items.contains { $0.ticket == nil && !$0.waitsForSpace } ? pause.end(at: now) : nil
    return [waits, spaceRetryAt].compactMap(\.self).min()
  }

  /// When a file that failed is tried again; nil where it is under way or next.
  func nextTry(of item: Item, at now: Int64) -> Int64? {
    if item.ticket != nil { return nil }
    if item.waitsForSpace { return spaceRetryAt }
    return item.tries > 0 ? pause.end(at: now) : nil
  }

  /// Whether nothing goes on by itself soon; how long that is, `soon` says.
  func isStuck(at now: Int64, patience: Int, soon: Int64) -> Bool {
    guard items.allSatisfy({ $0.ticket == nil }) else { return false }
    return items.allSatisfy { $0.waitsForSpace || $0.tries >= patience } || (pause.end(at: now) ?? now) - now > soon
  }

  var transfer: SyncTransfer? {
    guard !items.isEmpty else { return nil }
    let flights = items.compactMap { $0.meter?.transfer }
    let waiting = items.filter { $0.meter == nil }.reduce(Int64(0)) { $0 + $1.size }
    return SyncTransfer(flights + [SyncTransfer(done: sent, total: sent + waiting)])
  }
}

extension UploadQueue.Item {
  fileprivate mutating func land() {
    ticket = nil
    meter = nil
  }
}
