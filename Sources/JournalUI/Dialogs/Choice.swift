import TerminalKit

/// A question with a few answers, each on a key of its own; the selected one is the harmless one.
struct Choice: Hashable, Sendable {
  struct Option: Hashable, Sendable {
    var key: Unicode.Scalar
    var title: String
    var command: Command

    init(_ key: Unicode.Scalar, _ title: String, _ command: Command) {
      (self.key, self.title, self.command) = (key, title, command)
    }
  }

  enum Tone: Hashable, Sendable { case plain, grave, failure }

  var title: String
  /// Paragraphs; each is wrapped to the width of the dialog.
  var lines: [String]
  var options: [Option]
  var selected: Int
  var escape: Command
  var tone: Tone

  init(
    _ title: String, _ lines: [String], _ options: [Option], selected: Int, escape: Command = .nothing,
    tone: Tone = .plain
  ) {
    (self.title, self.lines, self.options) = (title, lines, options)
    (self.selected, self.escape, self.tone) = (selected, escape, tone)
  }

  /// A question that is answered No unless the person says Yes.
  static func confirm(
    _ title: String, _ lines: [String], yes: String, _ command: Command, isGrave: Bool = false
  ) -> Choice {
    Choice(
      title, lines, [Option("y", yes, command), Option("n", "No", .nothing)], selected: 1,
      tone: isGrave ? .grave : .plain)
  }

  /// What becomes of words that are not saved, when the program is left.
  static func leaving(_ title: String, canCopy: Bool) -> Choice {
    var options = [
      Option("s", "Save and quit", .saveAndQuit), Option("k", "Keep as a draft and quit", .keepDraftAndQuit),
    ]
    if canCopy { options.append(Option("c", "Write a copy to a file", .emergencyCopy)) }
    options.append(Option("n", "Go on writing", .nothing))
    return Choice(
      "“\(title)” is not saved", ["A draft is offered again at the next start."], options,
      selected: options.count - 1)
  }

  /// What failed, and what can be done about it.
  static func failure(_ failure: Failure, retry effect: Effect, canCopy: Bool) -> Choice {
    var options = [Option("r", "Try again", .retry(effect))]
    switch failure.remedy {
    case .putJournalBack: options.insert(Option("p", "Put the journal back", .restart(puttingBack: true)), at: 0)
    case .reopenJournal: options.insert(Option("o", "Open what is there now", .restart(puttingBack: false)), at: 0)
    case nil: break
    }
    if canCopy { options.append(Option("c", "Write a copy to a file", .emergencyCopy)) }
    options.append(Option("n", canCopy ? "Go on writing" : "Leave it", .abandon(effect)))
    var lines = [failure.sentence]
    if !failure.advice.isEmpty { lines.append(failure.advice) }
    return Choice(
      effect.isWrite ? "Not saved" : "Something failed", lines, options, selected: 0, escape: .abandon(effect),
      tone: .failure)
  }

  /// Takes a key; the command where it is an answer.
  mutating func handle(_ key: Key) -> Command? {
    switch key.code {
    case .escape: return escape
    case .enter: return options.indices.contains(selected) ? options[selected].command : escape
    case .up, .left, .backTab: move(-1)
    case .down, .right, .tab: move(1)
    case .character(let scalar) where key.modifiers.isEmpty:
      if let option = options.first(where: { $0.key == scalar || $0.key.properties.uppercaseMapping == String(scalar) })
      {
        return option.command
      }
      if scalar == "j" { move(1) }
      if scalar == "k" { move(-1) }
    default: break
    }
    return nil
  }

  private mutating func move(_ step: Int) {
    guard !options.isEmpty else { return }
    selected = (selected + step + options.count) % options.count
  }
}
