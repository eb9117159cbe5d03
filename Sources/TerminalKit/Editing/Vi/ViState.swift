/// Where vi's keys are in the middle of a command, and what they remember.
struct ViState: Equatable, Sendable {
  enum Mode: Equatable, Sendable {
    case normal
    case insert
    case visual(linewise: Bool)
  }

  enum Operator: Equatable, Sendable {
    case delete, change, yank, indent, outdent

    init?(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "d": self = .delete
      case "c": self = .change
      case "y": self = .yank
      case ">": self = .indent
      case "<": self = .outdent
      default: return nil
      }
    }
  }

  /// A key that another one has to follow.
  enum Pending: Equatable, Sendable {
    case g
    case find(CharacterFind.Kind)
    case replace
    case object(around: Bool)
    /// `Z`, before `Z` or `Q`.
    case leave
    /// `z`, before what is done with the word at the caret.
    case spelling
    /// `]` and `[`, before what is gone to.
    case jump(forward: Bool)
    /// `"`, before the name of a register; Ctrl-R while typing.
    case register
    /// `q`, before the register that keys are recorded into.
    case recordMacro
    /// `@`, before the register whose keys are pressed.
    case runMacro
  }

  /// One recorded key or paste, for doing a change again.
  enum Input: Equatable, Sendable {
    case key(Key)
    case paste(String)
    /// What was looked for with `/` or `?`, whose words are typed elsewhere; only in macros.
    case search(String)
  }

  /// The keys that are being recorded, and where they go.
  struct Macro: Equatable, Sendable {
    var register: Unicode.Scalar
    var keys: [Input] = []

    mutating func add(_ input: Input) {
      if keys.count < ViState.longestRecording { keys.append(input) }
    }
  }

  var mode = Mode.normal
  var count: Int?
  var operation: Operator?
  /// The count in front of the operator.
  var operationCount: Int?
  var pending: Pending?
  var lastFind: CharacterFind?
  /// The yanked text, where it is whole lines.
  var yankedLines: String?
  /// The register that was named for this command.
  var register: Unicode.Scalar?
  var registers = ViRegisters()
  /// What is being recorded.
  var macro: Macro?
  /// How many macros have begun and not ended: one may press another.
  var macroDepth = 0
  /// The keys that macros pressed since a person's key began the first of them.
  var macroKeys = 0
  /// What macros copied last, for the system's clipboard.
  var macroCopy: String?
  /// Whether the last command could not do what was asked; that ends a macro.
  var hasFailed = false
  /// The direction of the last `/` or `?`.
  var searchesForward = true
  /// The keys of the command that is being typed.
  var recording: [Input] = []
  /// The keys of the last command that changed the text.
  var lastChange: [Input] = []
  /// True for a command on a selection, which cannot be done again without one.
  var dependsOnSelection = false
  /// True while `.` does the last change again.
  var isReplaying = false
  /// True while what was typed once is put in as often as a count says.
  var isRepeatingInsert = false
  /// How often what is typed in insert mode is put in, and where in `recording` it begins.
  var insertCount = 1
  var insertStart = 0
  /// True where what is typed is put in on lines of its own, as `o` does.
  var insertsLines = false

  static let largestCount = 99_999
  /// Commands of more keys than this are not kept for doing again.
  static let longestRecording = 100_000
  /// So many macros may be pressed within each other.
  static let deepestMacro = 100

  var visual: Bool? {
    if case .visual(let linewise) = mode { return linewise }
    return nil
  }

  var isIdle: Bool { count == nil && operation == nil && pending == nil && register == nil }

  /// The counts before the operator and before the motion, multiplied; nil where neither was given.
  var givenCount: Int? {
    if count == nil, operationCount == nil { return nil }
    return min(Self.largestCount, (count ?? 1) * (operationCount ?? 1))
  }

  mutating func addDigit(_ digit: Int) { count = min(Self.largestCount, (count ?? 0) * 10 + digit) }

  /// Ends the command that was typed.
  mutating func reset() {
    count = nil
    operation = nil
    operationCount = nil
    pending = nil
    register = nil
  }

  mutating func record(_ input: Input) {
    guard !isRepeatingInsert, recording.count <= Self.longestRecording else { return }
    recording.append(input)
  }

  /// Ends the recording, and keeps it where the command changed the text.
  mutating func endRecording(keeping: Bool) {
    guard !isRepeatingInsert else { return }
    let isKept = keeping && !isReplaying && !dependsOnSelection && recording.count <= Self.longestRecording
    if isKept { lastChange = recording }
    recording.removeAll()
    dependsOnSelection = false
  }
}

/// `f`, `F`, `t` and `T`: the search for a character on the line.
struct CharacterFind: Equatable, Sendable {
  struct Kind: Equatable, Sendable {
    var forward: Bool
    /// Stops beside the character instead of on it.
    var till: Bool
  }

  var kind: Kind
  var scalar: Unicode.Scalar

  var reversed: CharacterFind { CharacterFind(kind: .init(forward: !kind.forward, till: kind.till), scalar: scalar) }

  /// The place of the `count`-th such character on the line, or nil where there are not so many.
  ///
  /// - Parameter again: with `t`, passes over the character that the caret stands beside already.
  func target(_ buffer: TextBuffer, from caret: Int, count: Int, again: Bool) -> Int? {
    let content = buffer.contentRange(ofLine: buffer.line(at: caret))
    var left = count
    var place = caret
    if again, kind.till, let neighbor = step(buffer, place: place, content: content), matches(buffer, neighbor) {
      place = neighbor
    }
    while let next = step(buffer, place: place, content: content) {
      place = next
      guard matches(buffer, place) else { continue }
      left -= 1
      guard left == 0 else { continue }
      guard kind.till else { return place }
      return kind.forward ? buffer.boundary(before: place) : buffer.boundary(after: place)
    }
    return nil
  }

  private func step(_ buffer: TextBuffer, place: Int, content: Range<Int>) -> Int? {
    if kind.forward {
      guard place < content.upperBound else { return nil }
      let next = buffer.boundary(after: place)
      return next < content.upperBound ? next : nil
    }
    return place > content.lowerBound ? buffer.boundary(before: place) : nil
  }

  /// The key for one scalar finds a letter with marks, too.
  private func matches(_ buffer: TextBuffer, _ place: Int) -> Bool { buffer.scalar(at: place).scalar == scalar }
}
