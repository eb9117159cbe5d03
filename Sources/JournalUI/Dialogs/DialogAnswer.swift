/// What one chooses or types an answer to, in the words of the screen that asks for it.
///
/// A list, a question or a line carries it, and the screen below takes it back as one of its own enum: a new one concerns
/// nothing but that screen.
struct DialogAnswer: Hashable, Sendable {
  /// The answer as one of its screen.
  let member: any AnswerGroup

  init(_ member: any AnswerGroup) { self.member = member }

  static func == (a: DialogAnswer, b: DialogAnswer) -> Bool { AnyHashable(a.member) == AnyHashable(b.member) }
  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(member)) }
}

/// The answers that one screen takes.
protocol AnswerGroup: Hashable, Sendable {}

/// The answers of a screen that asks for none.
enum NoAnswer: AnswerGroup {}

extension Screen {
  /// Gives what was chosen to the screen that asked for it.
  mutating func take(_ answer: DialogAnswer) { if let own = answer.member as? Choices { chose(own) } }

  /// Gives what was typed to the screen that asked for it.
  mutating func take(_ answer: DialogAnswer, _ prompt: Prompt) {
    if let own = answer.member as? Questions { answered(own, prompt) }
  }
}

extension Screen where Choices == NoAnswer {
  mutating func chose(_ choice: NoAnswer) {}
}

extension Screen where Questions == NoAnswer {
  mutating func answered(_ question: NoAnswer, _ prompt: Prompt) {}
}
