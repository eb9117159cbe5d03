/// One line that says what just happened, and goes away by itself.
struct Notice: Hashable, Sendable {
  enum Tone: Hashable, Sendable { case plain, success, warning, error }

  var text: String
  var tone: Tone

  /// How long it stays, in milliseconds; longer where there is something to do about it.
  var milliseconds: Int { tone == .plain || tone == .success ? 5000 : 10_000 }
}
