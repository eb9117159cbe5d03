import CTerminal
import Glibc
import SystemKit
import TerminalKit

extension Terminal {
  /// Longest wait for an answer of the terminal before another program may read it, in milliseconds.
  private static let answerTimeout: Int64 = 200
  /// So many bytes are read at most before the events are handed out.
  private static let readLimit = 4 << 20

  /// Waits for something to happen and returns all of it that is there, in order.
  ///
  /// - Parameters:
  ///   - extraDescriptors: other descriptors to wait for; readable ones come as ``DriverEvent/descriptor(_:)``.
  ///   - timeoutMilliseconds: returns no events after this time; nil has no limit, 0 does not wait.
  package func nextEvents(extraDescriptors: [Int32] = [], timeoutMilliseconds: Int32? = nil) -> [DriverEvent] {
    if !pending.isEmpty {
      defer { pending = [] }
      return pending
    }
    let deadline = timeoutMilliseconds.map { MonotonicClock.milliseconds + Int64($0) }
    var descriptors = [STDIN_FILENO, signalDescriptor, waker.descriptor].map(Self.reading)
    descriptors.append(pollfd(fd: pictures.output.descriptor, events: Int16(POLLOUT), revents: 0))
    descriptors += extraDescriptors.map(Self.reading)
    var events: [DriverEvent] = []
    while events.isEmpty {
      descriptors[3].fd = hasPicturesToSend ? pictures.output.descriptor : -1
      let ready = poll(&descriptors, nfds_t(descriptors.count), timeout(until: deadline))
      if ready < 0, errno != EINTR, errno != EAGAIN { return [.quit(signal: SIGHUP)] }
      if ready > 0 {
        if descriptors[1].revents != 0 { takeSignals(&events) }
        if descriptors[0].revents != 0 { takeInput(descriptors[0].revents, &events) }
        if descriptors[2].revents != 0 {
          waker.clear()
          events.append(.wake)
        }
        if descriptors[3].revents != 0 { sendPictures() }
        for entry in descriptors[4...] where entry.revents != 0 { events.append(.descriptor(entry.fd)) }
      }
      settleInput(&events)
      if let deadline, MonotonicClock.milliseconds >= deadline { break }
    }
    return events
  }

  private static func reading(_ descriptor: Int32) -> pollfd {
    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }

  /// Milliseconds for poll: until the caller's deadline or the parser's, whichever comes first; -1 where there is none.
  private func timeout(until deadline: Int64?) -> Int32 {
    let ends = [deadline, parserDeadline].compactMap { $0 }
    guard let end = ends.min() else { return -1 }
    return Int32(clamping: max(0, end - MonotonicClock.milliseconds))
  }

  // MARK: Signals

  private func takeSignals(_ events: inout [DriverEvent]) {
    var isResized = false
    while case let signal = ct_next_signal(signalDescriptor), signal != 0 {
      switch signal {
      case SIGWINCH: isResized = true
      case SIGTSTP:
        suspend()
        events.append(.resumed)
      case SIGCONT:
        // Another process stopped this one without asking, and the shell drew on the terminal in the meantime.
        comeBack()
        events.append(.resumed)
      default: events.append(.quit(signal: signal))
      }
    }
    guard isResized else { return }
    measure()
    // Terminals move what they show when they change their size.
    redraw()
    events.append(.input(.resize(size)))
    measureCells(&events)
  }

  // MARK: Input

  private func takeInput(_ revents: Int16, _ events: inout [DriverEvent]) {
    if revents & Int16(POLLIN) == 0 {
      // Hung up, or closed under our feet.
      events.append(.quit(signal: SIGHUP))
      return
    }
    var found: [InputEvent] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var total = 0
    while total < Self.readLimit {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        events.append(.quit(signal: SIGHUP))
        break
      }
      total += count
      parser.feed(buffer[..<count], into: &found)
      var more = Self.reading(STDIN_FILENO)
      guard poll(&more, 1, 0) > 0, more.revents & Int16(POLLIN) != 0 else { break }
    }
    parserDeadline = parser.timeout.map { MonotonicClock.milliseconds + Int64($0) }
    translate(found, &events)
  }

  /// Ends what the parser has waited for long enough.
  private func settleInput(_ events: inout [DriverEvent]) {
    guard let end = parserDeadline, MonotonicClock.milliseconds >= end else { return }
    parserDeadline = nil
    var found: [InputEvent] = []
    parser.flush(into: &found)
    translate(found, &events)
  }

  private func translate(_ found: [InputEvent], _ events: inout [DriverEvent]) {
    let now = MonotonicClock.milliseconds
    for event in found {
      switch event {
      case .input(.mouse(let mouse)): events.append(.input(.mouse(clicks.count(mouse, at: now))))
      case .input(let input): events.append(.input(input))
      case .background(let red, let green, let blue):
        background.isTold = true
        events.append(.background(isDark: InputEvent.isDark(red: red, green: green, blue: blue)))
      case .colorScheme(let isDark):
        background.isTold = true
        events.append(.background(isDark: isDark))
      case .cursor(_, let column): takeSignWidth(column, &events)
      case .keyboard: tellKeysApart()
      case .graphics, .version, .cellPixels, .mode, .deviceAttributes:
        if case .deviceAttributes = event {
          expectAnswer(false)
          settleBackground(&events)
        }
        take(answer: event, &events)
      }
    }
  }

  /// The last question is answered: what was not told by now will not be.
  private func settleBackground(_ events: inout [DriverEvent]) {
    guard background.isAsked, !background.isTold, !background.isGivenUp else { return }
    background.isGivenUp = true
    events.append(.backgroundUnknown)
  }

  /// The sign stood at the beginning of a row.
  private func takeSignWidth(_ column: Int, _ events: inout [DriverEvent]) {
    guard asksForSigns else { return }
    asksForSigns = false
    expectAnswer(false)
    if column == 2 { events.append(.signsAreWide) }
  }

  /// Waits a moment for the answer to our question, so that no other program gets it as typed text.
  func awaitAnswer() {
    let end = MonotonicClock.milliseconds + Self.answerTimeout
    var events: [DriverEvent] = []
    while answersDue > 0, case let left = end - MonotonicClock.milliseconds, left > 0 {
      var entry = Self.reading(STDIN_FILENO)
      let ready = poll(&entry, 1, Int32(left))
      if ready < 0, errno != EINTR { break }
      guard ready > 0 else { continue }
      guard entry.revents & Int16(POLLIN) != 0 else { break }
      takeInput(entry.revents, &events)
    }
    expectNoAnswer()
    // Keys that were typed ahead are not lost.
    pending += events
  }
}
