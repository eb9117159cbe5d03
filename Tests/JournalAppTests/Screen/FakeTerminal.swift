import Glibc
import SystemKit
import TerminalKit

@testable import JournalApp
@testable import TerminalDriver

/// A terminal at which a person acts by what is on the screen: each step waits for the words that it names.
final class FakeTerminal: SessionTerminal {
  /// What a person does once the screen shows something.
  struct Step {
    var sight: (String) -> Bool
    var act: () throws -> [DriverEvent]

    /// Presses keys, given by their names, once the screen has these words.
    static func press(_ keys: String, at words: String) -> Step {
      Step(sight: { $0.contains(words) }) {
        keys.split(separator: " ").compactMap { Key(parsing: String($0)).map { .input(.key($0)) } }
      }
    }

    static func type(_ text: String, at words: String) -> Step {
      Step(sight: { $0.contains(words) }) { text.unicodeScalars.map { .input(.key(.character($0))) } }
    }

    static func send(_ event: DriverEvent, at words: String) -> Step {
      Step(sight: { $0.contains(words) }) { [event] }
    }
  }

  /// Milliseconds after which a person gives up who waits for words.
  private static let patience: Int64 = 60_000

  let depth = ColorDepth.direct
  let guessesDark: Bool? = true
  let textWidth: any TextWidth = TableWidth()
  let isUTF8 = true
  let glyphs = Glyphs.utf8
  let canStrike = true
  let size = Size(rows: 30, columns: 100)

  var steps: [Step] = []
  /// The frame that is shown, and those before it.
  private(set) var frames: [String] = []
  /// Told of the first frame, while it is being shown.
  var atFirstFrame: () throws -> Void = {}
  private(set) var clipboard: [String] = []
  private(set) var notices: [String] = []
  var takesClipboard = true
  /// What the program does that is run on the terminal; its arguments.
  var program: ([String]) throws -> ChildExit = { _ in .code(0) }
  private(set) var isClosed = false
  /// Set where a person gave up; the frame that was shown then.
  private(set) var gaveUpAt: String?
  private(set) var waker: Waker?
  private var end = MonotonicClock.milliseconds + FakeTerminal.patience

  /// The terminal, in the hands of another session.
  func opened(_ waker: Waker) -> FakeTerminal {
    (self.waker, isClosed) = (waker, false)
    return self
  }

  func nextEvents(extraDescriptors: [Int32], timeoutMilliseconds: Int32?) -> [DriverEvent] {
    if let step = steps.first, step.sight(frames.last ?? "") {
      steps.removeFirst()
      end = MonotonicClock.milliseconds + Self.patience
      do { return try step.act() } catch { gaveUpAt = "\(error)" }
    }
    let rest = end - MonotonicClock.milliseconds
    guard rest > 0, gaveUpAt == nil, let waker else {
      gaveUpAt = gaveUpAt ?? frames.last ?? ""
      return [.quit(signal: 1)]
    }
    var polls = ([waker.descriptor] + extraDescriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&polls, nfds_t(polls.count), min(Int32(rest), timeoutMilliseconds ?? .max))
    var events: [DriverEvent] = []
    if polls[0].revents != 0 {
      waker.clear()
      events.append(.wake)
    }
    return events + polls.dropFirst().filter { $0.revents != 0 }.map { .descriptor($0.fd) }
  }

  func present(_ frame: Frame) {
    let rows = (0..<frame.size.rows).map { row in
      (0..<frame.size.columns).map { frame[row, $0].text }.joined()
    }
    frames.append(rows.joined(separator: "\n"))
    guard frames.count == 1 else { return }
    do { try atFirstFrame() } catch { gaveUpAt = "\(error)" }
  }

  func redraw() {}
  func colorWindow(_ color: Color?) {}
  func suspend() {}

  func copyToClipboard(_ text: String) -> Bool {
    if takesClipboard { clipboard.append(text) }
    return takesClipboard
  }

  func ring() { notices.append("bell") }

  func notify(_ text: String) { notices.append(text) }

  func run(_ arguments: [String]) throws -> ChildExit { try program(arguments) }

  func keepPicture(_ pixels: PicturePixels, for key: PictureKey, size: Size, file: PictureFile?) -> [PictureKey] {
    [key]
  }

  func hasPicture(_ key: PictureKey) -> Bool { false }
  func offerFiles(in folder: String) {}
  func close() { isClosed = true }
}
