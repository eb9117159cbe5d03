/// Keys as vi understands them, on a text.
///
/// One thing differs from vi: `j` and `k` move by rows of the screen, while operators on them take whole lines.
struct ViEditor: Equatable, Sendable {
  var surface: EditSurface
  /// What vi is in the middle of; nil where its keys are off.
  var vi: ViState?

  init(_ text: String, isOn: Bool) {
    surface = EditSurface(text)
    vi = isOn ? ViState() : nil
  }

  var core: EditCore {
    _read { yield surface.core }
    _modify { yield &surface.core }
  }
  var layout: LineLayout {
    _read { yield surface.layout }
    _modify { yield &surface.layout }
  }
  var top: VisualRow {
    _read { yield surface.top }
    _modify { yield &surface.top }
  }
  var goal: Int? {
    _read { yield surface.goal }
    _modify { yield &surface.goal }
  }
  var pattern: FindPattern? {
    _read { yield surface.pattern }
    _modify { yield &surface.pattern }
  }

  /// The selected bytes, or an empty range at the caret; in visual mode with the character under the caret.
  var selectedRange: Range<Int> { visualRange ?? core.selection.range }
}

extension ViEditor {
  /// The bytes selected in vi's visual mode, with the character under the caret; whole lines with `V`; else nil.
  var visualRange: Range<Int>? {
    guard let linewise = vi?.visual else { return nil }
    let range = core.selection.range
    if linewise {
      let first = core.buffer.line(at: range.lowerBound)
      return core.buffer.lineStarts[
        first]..<core.buffer.fullRange(ofLine: core.buffer.line(at: range.upperBound)).upperBound
    }
    return range.lowerBound..<core.buffer.boundary(after: range.upperBound)
  }

  mutating func handle(_ key: Key) -> EditorOutcome {
    guard var state = vi else { return .ignored }
    state.hasFailed = false
    if state.macroDepth == 0, !state.isReplaying, !state.isRepeatingInsert { state.macro?.add(.key(key)) }
    if state.mode == .insert {
      vi = state
      return typed(key)
    }
    state.record(.key(key))
    vi = state
    let outcome = command(key)
    if outcome == .ignored {
      vi?.reset()
      vi?.endRecording(keeping: false)
      // Esc where there is nothing to leave is no failure.
      vi?.hasFailed = key.code != .escape
    }
    clampCaret()
    return outcome
  }

  private mutating func typed(_ key: Key) -> EditorOutcome {
    if key == Key(.escape) || key == .control("[") {
      if vi?.pending != nil { vi?.pending = nil } else { finishTyping() }
      return .handled
    }
    if vi?.pending == .register || key == .control("r") { return handleRegisterWhileTyping(key) }
    let outcome = surface.handleStandard(key)
    if outcome != .ignored { vi?.record(.key(key)) }
    return outcome
  }

  /// Ctrl-R, and the name of the register that is typed then.
  private mutating func handleRegisterWhileTyping(_ key: Key) -> EditorOutcome {
    vi?.record(.key(key))
    guard vi?.pending == .register else { return wait(for: .register) }
    vi?.pending = nil
    if case .character(let scalar) = key.code, key.modifiers.isEmpty, ViRegisters.isName(scalar) {
      insertRegister(scalar)
    }
    return .handled
  }

  /// Leaves insert mode: what was typed becomes one step, and is put in again as often as the count said.
  private mutating func finishTyping() {
    guard let state = vi else { return }
    if state.insertCount > 1 {
      let typed = Array(state.recording.dropFirst(state.insertStart))
      let times = min(state.insertCount - 1, ViState.longestRecording / max(1, typed.count))
      vi?.insertCount = 1
      vi?.isRepeatingInsert = true
      for _ in 0..<times {
        if state.insertsLines { _ = surface.pressEnter(continuing: true) }
        replay(typed)
      }
      vi?.isRepeatingInsert = false
    }
    core.endGroup()
    core.deselect()
    vi?.record(.key(Key(.escape)))
    vi?.endRecording(keeping: true)
    vi?.mode = .normal
    vi?.insertCount = 1
    let content = core.buffer.contentRange(ofLine: core.buffer.line(at: core.caret))
    if core.caret > content.lowerBound { core.move(to: core.buffer.boundary(before: core.caret)) }
    goal = nil
  }

  /// From here on keys type, as one step together with the change that led here.
  mutating func beginTyping() {
    guard var state = vi else { return }
    core.beginGroup()
    state.insertCount = state.count ?? 1
    state.mode = .insert
    state.reset()
    state.insertStart = state.recording.count
    state.insertsLines = false
    vi = state
    goal = nil
  }

  private mutating func command(_ key: Key) -> EditorOutcome {
    guard let state = vi else { return .ignored }
    if key == Key(.escape) || key == .control("[") {
      guard !state.isIdle || state.visual != nil || core.selection.anchor != nil else { return .ignored }
      leaveVisual()
      vi?.reset()
      vi?.endRecording(keeping: false)
      return .handled
    }
    if let pending = state.pending { return finishPending(pending, key) }
    if case .character(let scalar) = key.code, key.modifiers.isEmpty {
      if let digit = Int(String(scalar)), scalar.isASCII, digit > 0 || state.count != nil {
        vi?.addDigit(digit)
        return .handled
      }
      switch scalar {
      case "g": return wait(for: .g)
      case "f": return wait(for: .find(.init(forward: true, till: false)))
      case "F": return wait(for: .find(.init(forward: false, till: false)))
      case "t": return wait(for: .find(.init(forward: true, till: true)))
      case "T": return wait(for: .find(.init(forward: false, till: true)))
      case "r" where state.operation == nil: return wait(for: .replace)
      case "Z" where state.operation == nil && state.visual == nil: return wait(for: .leave)
      case "z" where state.operation == nil && state.visual == nil: return wait(for: .spelling)
      case "]": return wait(for: .jump(forward: true))
      case "[": return wait(for: .jump(forward: false))
      case "\"": return wait(for: .register)
      case "q" where state.operation == nil:
        return state.macro == nil || state.macroDepth > 0 ? wait(for: .recordMacro) : endMacro()
      case "@" where state.operation == nil: return wait(for: .runMacro)
      case "i" where state.operation != nil || state.visual != nil: return wait(for: .object(around: false))
      case "a" where state.operation != nil || state.visual != nil: return wait(for: .object(around: true))
      default: break
      }
      if let operation = ViState.Operator(scalar) { return operate(operation) }
    }
    if state.operation != nil || isMotion(key) { return runMotion(key) }
    return action(key)
  }

  private mutating func wait(for pending: ViState.Pending) -> EditorOutcome {
    vi?.pending = pending
    return .handled
  }

  private mutating func finishPending(_ pending: ViState.Pending, _ key: Key) -> EditorOutcome {
    vi?.pending = nil
    guard case .character(let scalar) = key.code, key.modifiers.isEmpty || key.modifiers == .shift else {
      return fail()
    }
    switch pending {
    case .register:
      guard ViRegisters.isName(scalar) else { return fail() }
      vi?.register = scalar
      return .handled
    case .recordMacro: return beginMacro(scalar)
    case .runMacro: return runMacro(scalar)
    case .g:
      switch scalar {
      case "g": return finishMotion(viLine((vi?.givenCount ?? 1) - 1).staying)
      case "e", "E":
        let target = repeated { $0.viWordEndBackward(from: $1, big: scalar == "E") }
        return finishMotion(ViTarget(target, .inclusive))
      case "j": return runMotion(Key(.down))
      case "k": return runMotion(Key(.up))
      default: return fail()
      }
    case .find(let kind):
      let find = CharacterFind(kind: kind, scalar: scalar)
      vi?.lastFind = find
      return runFind(find, again: false)
    case .replace: return replaceCharacters(with: scalar)
    case .leave:
      _ = end()
      return scalar == "Z" || scalar == "Q" ? .leaveRequested(saving: scalar == "Z") : .handled
    case .spelling:
      guard scalar == "=" || scalar == "g" else { return fail() }
      _ = end()
      return .spellingRequested(scalar == "=" ? .suggest : .add)
    case .jump(let forward):
      // Where a word is wrong is not known here: nothing can be done as far as there.
      guard scalar == "s", vi?.operation == nil, vi?.visual == nil else { return fail() }
      _ = end()
      return .spellingRequested(forward ? .next : .previous)
    case .object(let around): return takeObject(scalar, around: around)
    }
  }

  /// Ends a command that could not do what was asked; a macro ends with it.
  mutating func fail() -> EditorOutcome {
    vi?.hasFailed = true
    return end()
  }

  /// Ends a command that changed nothing.
  mutating func end() -> EditorOutcome {
    vi?.reset()
    vi?.endRecording(keeping: false)
    return .handled
  }

  /// Ends a command that changed the text and does not go on typing.
  mutating func endChange() -> EditorOutcome {
    vi?.reset()
    vi?.endRecording(keeping: true)
    goal = nil
    return .handled
  }

  /// Back to normal mode with nothing selected.
  mutating func leaveVisual() {
    guard let state = vi, state.mode != .insert else { return }
    vi?.mode = .normal
    if core.selection.anchor != nil { core.deselect() }
    clampCaret()
  }

  /// Something was selected without vi's keys: that is visual mode.
  mutating func enterVisual() {
    guard let state = vi, state.mode != .insert, core.hasSelection, let anchor = core.selection.anchor else { return }
    vi?.mode = .visual(linewise: false)
    vi?.reset()
    // The caret stands on the last character of what is selected, not behind it.
    if core.caret > anchor {
      core.move(to: core.buffer.boundary(before: core.caret), selecting: true)
    } else {
      let caret = core.caret
      core.move(to: core.buffer.boundary(before: anchor))
      core.move(to: caret, selecting: true)
    }
  }

  /// In normal mode the caret stands on a character, not behind the last one.
  private mutating func clampCaret() {
    guard let state = vi, state.mode == .normal else { return }
    let place = resting(core.caret)
    if place != core.caret { core.restoreCaret(place) }
  }

  /// Where normal mode's caret stands for a place that may be behind the last character of its line.
  func resting(_ offset: Int) -> Int {
    let content = core.buffer.contentRange(ofLine: core.buffer.line(at: offset))
    guard offset >= content.upperBound, !content.isEmpty else { return offset }
    return core.buffer.boundary(before: content.upperBound)
  }

  /// A paste types, wherever it comes.
  mutating func preparePaste(_ text: String) {
    guard let state = vi else { return }
    if state.macroDepth == 0 { vi?.macro?.add(.paste(text)) }
    if state.mode == .insert {
      // A Ctrl-R that waits for the name of a register waits no longer.
      vi?.pending = nil
      vi?.record(.paste(text))
    } else {
      vi?.mode = .normal
      vi?.reset()
      vi?.endRecording(keeping: false)
    }
  }

  mutating func replay(_ inputs: [ViState.Input]) {
    for input in inputs {
      switch input {
      case .key(let key): _ = handle(key)
      case .paste(let text): core.insert(PastedText.bytes(text, lineBreak: core.buffer.lineBreak))
      case .search: break
      }
      // A motion by rows among them needs a layout that knows the text.
      surface.bringLayoutUpToDate()
    }
  }
}
