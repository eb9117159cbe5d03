/// vi's registers and macros in the editor.
extension ViEditor {
  // MARK: Registers

  /// Keeps what was yanked in the register that was named, else where vi keeps it.
  ///
  /// - Returns: whether it is to go to the system's clipboard, too.
  func keepsInClipboard(_ name: Unicode.Scalar?) -> Bool { name == nil || name == "+" || name == "*" || name == "\"" }

  mutating func keep(_ text: String, lines: Bool, isYank: Bool) {
    let name = vi?.register
    let content = ViRegisters.Content(text: text, isLines: lines)
    if isYank { vi?.registers.yanked(content, into: name) } else { vi?.registers.deleted(content, into: name) }
    guard name != "_" else { return }
    // What was kept last is what `p` puts, whichever register it went to.
    // Behind a capital is all that its register holds; one that had no room for the text does not stand in for it.
    let kept = name.flatMap { ViRegisters.lowered($0) == $0 ? nil : vi?.registers[$0] } ?? content
    core.clipboard = kept.text
    vi?.yankedLines = kept.isLines ? kept.text : nil
  }

  /// What `p` puts: of the register that was named, else what was yanked or deleted last.
  var putContent: ViRegisters.Content {
    let last = ViRegisters.Content(text: core.clipboard, isLines: vi?.yankedLines == core.clipboard)
    guard let name = vi?.register, !keepsInClipboard(name) else { return last }
    return vi?.registers[name] ?? ViRegisters.Content(text: "")
  }

  /// Ctrl-R while typing, and the name of a register: types what is in it.
  mutating func insertRegister(_ scalar: Unicode.Scalar) {
    vi?.register = scalar
    let text = putContent.text
    vi?.register = nil
    core.insert(PastedText.bytes(text, lineBreak: core.buffer.lineBreak))
    goal = nil
  }

  // MARK: Macros

  /// `q` and a letter: keys are recorded from here on, until the next `q`.
  mutating func beginMacro(_ scalar: Unicode.Scalar) -> EditorOutcome {
    // While a macro runs nothing is recorded.
    guard vi?.macroDepth == 0 else { return end() }
    guard "a"..."z" ~= scalar || "A"..."Z" ~= scalar || "0"..."9" ~= scalar else { return fail() }
    vi?.macro = ViState.Macro(register: scalar)
    return end()
  }

  /// The `q` that ends a recording is no part of it.
  mutating func endMacro() -> EditorOutcome {
    if let macro = vi?.macro {
      vi?.registers.store(ViRegisters.Content(macro: macro.keys.dropLast()), in: macro.register)
    }
    vi?.macro = nil
    return end()
  }

  /// `@` and a letter, `@@`: presses the keys of a register, as often as the count says, as one step.
  ///
  /// It ends where a command fails, as in vi: a count that is too large goes on to the end of the text.
  mutating func runMacro(_ scalar: Unicode.Scalar) -> EditorOutcome {
    guard let state = vi else { return .ignored }
    let name = scalar == "@" ? state.registers.lastMacro : scalar
    guard let name, ViRegisters.isName(name) else { return fail() }
    vi?.register = name
    let inputs = putContent.inputs
    let count = state.givenCount ?? 1
    guard !inputs.isEmpty, state.macroDepth < ViState.deepestMacro else { return fail() }
    vi?.registers.lastMacro = ViRegisters.lowered(name)
    _ = end()
    core.beginGroup()
    vi?.macroDepth += 1
    if state.macroDepth == 0 {
      vi?.macroKeys = 0
      vi?.macroCopy = nil
    }
    vi?.hasFailed = false
    for _ in 0..<count {
      guard vi?.hasFailed == false else { break }
      for input in inputs {
        guard vi?.hasFailed == false, pressOfMacro(input) else { break }
      }
    }
    vi?.macroDepth -= 1
    core.endGroup()
    guard state.macroDepth == 0, let copy = vi?.macroCopy else { return .handled }
    return .copied(copy)
  }

  /// One key of a macro; false where no more may be pressed.
  private mutating func pressOfMacro(_ input: ViState.Input) -> Bool {
    guard let pressed = vi?.macroKeys, pressed < ViState.longestRecording else {
      vi?.hasFailed = true
      return false
    }
    vi?.macroKeys += 1
    switch input {
    case .paste(let text):
      preparePaste(text)
      core.insert(PastedText.bytes(text, lineBreak: core.buffer.lineBreak))
    case .search(let text):
      pattern = FindPattern(text)
      _ = runSearch(forward: vi?.searchesForward ?? true, count: 1)
    case .key(let key):
      let outcome = handle(key)
      if let copy = outcome.copiedText { vi?.macroCopy = copy }
      switch outcome {
      // A macro neither leaves the editor nor asks a person: it ends there.
      case .commandRequested, .leaveRequested, .spellingRequested: vi?.hasFailed = true
      default: break
      }
    }
    surface.bringLayoutUpToDate()
    return true
  }
}
