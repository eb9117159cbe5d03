import JournalCore
import JournalUI

/// A frame that waits a moment for what it shows: days are read within milliseconds, and a frame without them would be drawn
/// for nothing.
struct FrameHold {
  /// Milliseconds for which a frame waits: less than a person sees.
  static let longest: Int64 = 25

  private var awaited: [Effect] = []
  private var deadline: Int64 = 0
  /// Whether something is to be drawn that was not drawn yet.
  private var isDue = false

  /// Notes what is asked for.
  mutating func note(_ effect: Effect, now: Int64) {
    switch effect {
    case .loadDays, .loadDay:
      // A person who goes on asking sees something meanwhile.
      if awaited.isEmpty { deadline = now + FrameHold.longest }
      awaited.append(effect)
    default: break
    }
  }

  /// Takes an answer.
  mutating func hear(_ message: Message) {
    guard !awaited.isEmpty else { return }
    switch message {
    case .daysLoaded(let request, _): awaited.removeAll { $0 == .loadDays(request) }
    case .dayLoaded(let page): awaited.removeAll { $0 == .loadDay(page.date) }
    case .failed(let effect, _): awaited.removeAll { $0 == effect }
    default: break
    }
  }

  /// Milliseconds until the frame is drawn in any case; nil where none waits.
  func timeout(now: Int64) -> Int32? { isDue ? Int32(clamping: max(0, deadline - now)) : nil }

  /// Whether a frame is to be drawn now.
  ///
  /// - Parameter isNew: whether something has changed since the last call.
  mutating func releases(isNew: Bool, now: Int64) -> Bool {
    isDue = isDue || isNew
    guard isDue, awaited.isEmpty || now >= deadline else { return false }
    // What comes too late is drawn when it comes.
    (isDue, awaited) = (false, [])
    return true
  }
}
