import CloudRecord
import JournalCore
import SyncCore

/// Pictures whose bytes were asked for: which is next, how far, and what became of the others.
struct FetchQueue {
  struct Item {
    var name: String
    /// A person looks at it.
    var isLookedAt: Bool
    /// It was asked for with all others.
    var isOneOfAll: Bool
    var title = ""
    var state = PictureFetch.State.waiting
    var ticket: Int?
    var meter: TransferMeter?
    var tries = 0
    var pause = Pause()

    var isWanted: Bool { isLookedAt || isOneOfAll }
    var isOver: Bool {
      switch state {
      case .waiting, .fetching: false
      case .present, .missing, .changed, .failed: true
      }
    }
  }

  /// How one try ended.
  enum Outcome: Hashable, Sendable {
    case present
    case missing
    case changed
    /// The journal has no such picture any more.
    case gone
    case failed(CloudFailure, sentence: String)
  }

  private static let width = 2
  /// The number of finished pictures that stay on the list for a person to see.
  private static let remembered = 200
  /// The number of tries before a picture fails.
  static let patience = 3

  private(set) var items: [Item] = []
  private var lastTicket = 0
  private var backoff: Backoff

  init(seed: UInt64) { backoff = Backoff(seed: seed) }

  // MARK: Wishes

  /// Wants these before any others; those that only the wish before this one named are wanted no longer.
  ///
  /// - Returns: The tickets of requests that are to be stopped.
  mutating func look(at names: [String]) -> [Int] {
    var rest = items
    var first: [Item] = []
    for name in names where !first.contains(where: { $0.name == name }) {
      var item = Item(name: name, isLookedAt: true, isOneOfAll: false)
      if let index = rest.firstIndex(where: { $0.name == name }) {
        item = rest.remove(at: index)
        item.isLookedAt = true
        // Asked for again is tried again; what is under way goes on.
        if item.isOver || item.ticket == nil { item.begin() }
      }
      first.append(item)
    }
    for index in rest.indices { rest[index].isLookedAt = false }
    let givenUp = rest.filter { !$0.isWanted && !$0.isOver }
    rest.removeAll { !$0.isWanted && !$0.isOver }
    items = first + rest
    return givenUp.compactMap(\.ticket)
  }

  /// Wants these too, after the ones that a person looks at.
  mutating func add(_ names: [String]) {
    var places = Dictionary(items.indices.map { (items[$0].name, $0) }) { first, _ in first }
    for name in names {
      if let place = places[name] {
        items[place].isOneOfAll = true
        if items[place].isOver { items[place].begin() }
      } else {
        places[name] = items.count
        items.append(Item(name: name, isLookedAt: false, isOneOfAll: true))
      }
    }
  }

  /// A network that is back, or a person, does not want to wait.
  mutating func tryNow() {
    backoff.reset()
    for index in items.indices where items[index].ticket == nil {
      if case .failed = items[index].state { items[index].begin() }
      items[index].pause = Pause()
    }
  }

  // MARK: Flights

  /// Lets the next ones go, as many as may; their names and tickets.
  mutating func begin(at now: Int64) -> [(name: String, ticket: Int)] {
    var begun: [(name: String, ticket: Int)] = []
    var underWay = items.count { $0.ticket != nil }
    for index in items.indices where underWay < FetchQueue.width {
      items[index].pause.notice(now)
      guard items[index].ticket == nil, !items[index].isOver, items[index].pause.end(at: now) == nil else { continue }
      lastTicket += 1
      items[index].ticket = lastTicket
      underWay += 1
      begun.append((items[index].name, lastTicket))
    }
    return begun
  }

  /// Gives up what is under way; it is wanted all the same.
  mutating func stop() -> [Int] {
    let tickets = items.compactMap(\.ticket)
    for index in items.indices where items[index].ticket != nil {
      items[index].ticket = nil
      items[index].meter = nil
      items[index].state = .waiting
    }
    return tickets
  }

  /// Notes the caption and the size in bytes of the picture that is being fetched.
  mutating func found(_ title: String, size: Int64, of ticket: Int, at now: Int64) {
    guard let index = items.firstIndex(where: { $0.ticket == ticket }) else { return }
    items[index].title = title
    items[index].meter = TransferMeter(total: size, at: now)
    items[index].state = .fetching(SyncTransfer(done: 0, total: size))
  }

  mutating func note(_ bytes: Int64, of ticket: Int, at now: Int64) {
    guard let index = items.firstIndex(where: { $0.ticket == ticket }), var meter = items[index].meter else { return }
    meter.note(bytes, at: now)
    items[index].meter = meter
    items[index].state = .fetching(meter.transfer)
  }

  mutating func finish(_ ticket: Int, _ outcome: Outcome, at now: Int64) {
    guard let index = items.firstIndex(where: { $0.ticket == ticket }) else { return }
    items[index].ticket = nil
    items[index].meter = nil
    switch outcome {
    case .present:
      backoff.reset()
      items[index].state = .present
    case .missing: items[index].state = .missing
    case .changed: items[index].state = .changed
    case .gone: items.remove(at: index)
    case .failed(let failure, let sentence): fail(index, failure, sentence, at: now)
    }
    trim()
  }

  private mutating func fail(_ index: Int, _ failure: CloudFailure, _ sentence: String, at now: Int64) {
    items[index].tries += 1
    switch failure.code.remedy {
    case .backOff, .waitForNetwork, .waitForAccount, .assetState, .none:
      guard items[index].tries < FetchQueue.patience else { break }
      items[index].state = .waiting
      items[index].pause = Pause()
      items[index].pause.extend(by: max(backoff.next(), Int64((failure.retryAfter ?? 0) * 1000)), at: now)
      return
    case .stop, .perItem, .merge, .park, .refetch, .sendLess, .makeZone, .ask, .waitForSpace, .sendTargetFirst: break
    }
    items[index].state = .failed(sentence)
  }

  /// Forgets the oldest of those that are over.
  private mutating func trim() {
    var extra = items.count(where: \.isOver) - FetchQueue.remembered
    items.removeAll { item in
      guard extra > 0, item.isOver, !item.isLookedAt else { return false }
      extra -= 1
      return true
    }
  }

  // MARK: What is to be seen

  /// When there is something to do without anything happening.
  func wakeAt(_ now: Int64) -> Int64? {
    items.filter { $0.ticket == nil && !$0.isOver }.compactMap { $0.pause.end(at: now) }.min()
  }

  var isOver: Bool { items.allSatisfy(\.isOver) }

  /// Those to come in their order, then those that came or did not.
  func list(at now: Int64) -> [PictureFetch] {
    let all = items.filter { !$0.isOver } + items.filter(\.isOver)
    return all.map { item in
      PictureFetch(
        recordName: RecordName(item.name), title: item.title, state: item.state, tries: item.tries,
        nextTry: item.isOver ? nil : item.pause.end(at: now).map { Instant(milliseconds: $0) })
    }
  }
}

extension FetchQueue.Item {
  fileprivate mutating func begin() {
    state = .waiting
    tries = 0
    pause = Pause()
  }
}
