extension TagSyntax {
  /// The characters that begin a tag in text; `#` and `@` unless configured otherwise.
  package struct Symbols: Hashable, Sendable {
    /// The symbols in the order given, each once.
    package let text: String
    private let low: UInt64
    private let high: UInt64
    private let others: [Unicode.Scalar]

    /// `#` and `@`.
    package static let standard = Symbols(scalars: ["#", "@"])

    /// Makes a set of symbols out of the characters of a text.
    ///
    /// Throws a sentence where it is empty or holds a letter, a digit, white space or one of `-+*/_\`` and `\`, which
    /// are part of a tag's name or of Markdown.
    package init(_ text: String) throws(InvalidInput) {
      var scalars: [Unicode.Scalar] = []
      for scalar in text.unicodeScalars {
        guard Symbols.canBegin(scalar) else {
          throw InvalidInput("“\(scalar)” cannot begin a tag. Take signs such as # and @.")
        }
        if !scalars.contains(scalar) { scalars.append(scalar) }
      }
      guard !scalars.isEmpty else { throw InvalidInput("No tag symbol was given. Take signs such as # and @.") }
      self.init(scalars: scalars)
    }

    private static func canBegin(_ scalar: Unicode.Scalar) -> Bool {
      let isTaken = scalar.isSpace || scalar.isLetterOrMark || scalar.isNumber || scalar.value < 0x20
      return !isTaken && !"-+*/_`\\\u{7F}".unicodeScalars.contains(scalar)
    }

    /// The characters of another program’s symbols that can begin a tag here, and those that cannot.
    package static func sorted(_ text: String) -> (usable: String, others: String) {
      func view(_ isUsable: Bool) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text.unicodeScalars.filter { canBegin($0) == isUsable })
        return String(view)
      }
      return (view(true), view(false))
    }

    private init(scalars: [Unicode.Scalar]) {
      var low: UInt64 = 0
      var high: UInt64 = 0
      var others: [Unicode.Scalar] = []
      for scalar in scalars {
        switch scalar.value {
        case 0..<64: low |= 1 << UInt64(scalar.value)
        case 64..<128: high |= 1 << UInt64(scalar.value - 64)
        default: others.append(scalar)
        }
      }
      (self.low, self.high, self.others) = (low, high, others)
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      text = String(view)
    }

    /// Whether a scalar is one of the symbols.
    package func contains(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 128 ? containsASCII(UInt8(scalar.value)) : others.contains(scalar)
    }

    @inline(__always)
    func containsASCII(_ byte: UInt8) -> Bool {
      (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte & 63)) & 1 == 1
    }

    var hasOnlyASCII: Bool { others.isEmpty }
  }
}
