/// One line that says what just happened, and goes away by itself.
struct Notice: Hashable, Sendable {
  enum Tone: Hashable, Sendable { case plain, success, warning, error }

  var text: String
  var tone: Tone

  /// How long it stays, in milliseconds; longer where there is something to do about it, and until a key where something failed.
  var milliseconds: Int? {
    switch tone {
    case .plain, .success: 5000
    case .warning: 10_000
    case .error: nil
    }
  }

  /// How long a failure stays whatever is pressed, in milliseconds: it may come in the middle of a word.
  static let leastOfFailure: Int64 = 2000
}
