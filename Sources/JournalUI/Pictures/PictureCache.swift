import JournalCore
import TerminalKit

/// What is known of the pictures that were asked for: a bounded number of renderings, the latest used last to go.
struct PictureCache: Sendable {
  enum State: Hashable, Sendable {
    case waiting
    case outcome(PictureOutcome)
  }

  fileprivate struct Slot: Sendable {
    var state: State
    /// Whether it has to be asked for (again) before more can be known of it.
    var isStale = false
    var lastUse: Int
  }

  /// Cells of all renderings together; some ten megabytes.
  static let cellLimit = 200_000
  /// Renderings, small ones among them: terminals bound the pixels that they keep, too.
  static let countLimit = 120

  private var slots: [PictureRequest: Slot] = [:]
  private var clock = 0
  /// The requests of the last call of ``want(_:keeping:)``: the pictures that the screen shows.
  private(set) var wanted: [PictureRequest] = []
  /// Pictures whose bytes the server was asked for, as long as the screen shows them.
  var fetching: Set<RecordName> = []
  /// Pictures that a person asked for before it was known whether their bytes are here, as long as the screen shows them.
  var wished: Set<RecordName> = []

  /// How many are known of.
  var count: Int { slots.count }

  subscript(request: PictureRequest) -> State? { slots[request]?.state }

  func shown(_ request: PictureRequest) -> ShownPicture? {
    if case .outcome(.shown(let shown)) = slots[request]?.state { shown } else { nil }
  }

  /// Says which of the requests on screen must be sent, and whether older ones are to be given up first.
  mutating func want(_ wanted: [PictureRequest], keeping others: [PictureRequest]) -> (
    drops: Bool, asks: [PictureRequest]
  ) {
    clock += 1
    self.wanted = wanted
    wished.formIntersection(wanted.compactMap(\.image))
    let set = Set(wanted)
    let drops = slots.contains { $0.value.isUnanswered && !set.contains($0.key) }
    if drops {
      // All that was not answered is given up with it, what is still looked at included.
      for (request, slot) in slots where slot.isUnanswered {
        if slot.state == .waiting { slots[request] = nil } else { slots[request]?.isStale = true }
      }
    }
    var asks: [PictureRequest] = []
    for request in wanted {
      if slots[request] == nil || slots[request]?.isStale == true { asks.append(request) }
      slots[request, default: Slot(state: .waiting, lastUse: clock)].isStale = false
      slots[request]?.lastUse = clock
    }
    for request in others { slots[request]?.lastUse = clock }
    trim()
    return (drops, asks)
  }

  /// Takes an answer; one to a request that was given up is kept only where it is a picture, and a picture stays where an
  /// answer comes late that was found before its bytes were here.
  mutating func take(_ request: PictureRequest, _ outcome: PictureOutcome) {
    guard var slot = slots[request] else {
      if case .shown = outcome { slots[request] = Slot(state: .outcome(outcome), lastUse: clock) }
      return
    }
    if case .outcome(.shown) = slot.state {
      switch outcome {
      case .elsewhere, .fetching: return
      case .shown, .failed: break
      }
    }
    slot.state = .outcome(outcome)
    slots[request] = slot
  }

  /// Marks answers without a picture, so that they are asked for again when they are shown next.
  mutating func askAgain(including failures: Bool = false, where isMeant: (PictureRequest) -> Bool = { _ in true }) {
    for (request, slot) in slots where isMeant(request) {
      switch slot.state {
      case .outcome(.elsewhere), .outcome(.fetching): slots[request]?.isStale = true
      case .outcome(.failed) where failures: slots[request] = nil
      default: break
      }
    }
  }

  /// Notes what was heard of a picture's bytes, wherever it is shown.
  mutating func note(_ image: RecordName, _ outcome: PictureOutcome) {
    for (request, slot) in slots where request.image == image {
      switch slot.state {
      case .waiting, .outcome(.elsewhere), .outcome(.fetching): slots[request]?.state = .outcome(outcome)
      case .outcome: break
      }
    }
  }

  /// Pictures whose pixels the terminal has no more are asked for again when they are shown; till then their cells
  /// stand for them.
  mutating func dropPixels(of keys: Set<PictureKey>) {
    for (request, slot) in slots where keys.contains(request.key) {
      guard case .outcome(.shown(var shown)) = slot.state, shown.hasPixels else { continue }
      shown.hasPixels = false
      slots[request]?.state = .outcome(.shown(shown))
      slots[request]?.isStale = true
    }
  }

  mutating func removeAll() { slots.removeAll() }

  private mutating func trim() {
    func size(_ slot: Slot) -> Int {
      if case .outcome(.shown(let shown)) = slot.state { shown.cells.cells.count } else { 1 }
    }
    var cells = slots.values.reduce(0) { $0 + size($1) }
    guard cells > Self.cellLimit || slots.count > Self.countLimit else { return }
    for (request, slot) in slots.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      // What was used just now stays, however large it is.
      guard cells > Self.cellLimit || slots.count > Self.countLimit, slot.lastUse < clock else { return }
      cells -= size(slot)
      slots[request] = nil
    }
  }
}

extension PictureCache.State {
  /// Whether more is to be heard of it.
  fileprivate var isOpen: Bool {
    switch self {
    case .waiting, .outcome(.fetching): true
    case .outcome: false
    }
  }
}

extension PictureCache.Slot {
  fileprivate var isUnanswered: Bool { state.isOpen && !isStale }
}
