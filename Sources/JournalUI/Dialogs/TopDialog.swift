import JournalCore
import TerminalKit

/// The dialog that has the keys, at work with the desk on which it lies.
struct TopDialog: TalksToAccount, ShowsPictures {
  var desk: Desk

  mutating func type(_ input: TerminalInput) {
    guard let dialog = dialogs.last else { return }
    switch input {
    case .key(var key):
      if key == .control("l") { return emit(.redraw) }
      if key == .control("q") {
        dialogs.removeAll()
        return ask(.quit)
      }
      if key == .control("c") { key = Key(.escape) }
      switch dialog {
      case .choice(let choice): handleChoice(choice, key)
      case .prompt(let prompt): handlePrompt(prompt, key)
      case .picker(let picker): handlePicker(picker, key)
      case .signIn(let signIn): handleSignIn(signIn, key)
      case .files(let picker): handleFiles(picker, key)
      case .keys(let keys): handleKeys(keys, key)
      }
    case .paste(let text): pasteIntoDialog(dialog, text)
    case .mouse(let event): mouse(event, in: dialog)
    case .focus, .resize: break
    }
  }

  private mutating func handleChoice(_ choice: Choice, _ key: Key) {
    var choice = choice
    let command = choice.handle(key)
    dialogs[dialogs.count - 1] = .choice(choice)
    if let command {
      dialogs.removeLast()
      ask(.run(command))
    }
  }

  private mutating func pasteIntoDialog(_ dialog: Dialog, _ text: String) {
    switch dialog {
    case .choice: break
    case .prompt(var prompt):
      prompt.field.paste(text)
      understand(&prompt)
      dialogs[dialogs.count - 1] = .prompt(prompt)
    case .picker(var picker):
      picker.paste(text)
      dialogs[dialogs.count - 1] = .picker(picker)
    case .signIn(var signIn):
      signIn.paste(text)
      dialogs[dialogs.count - 1] = .signIn(signIn)
    case .files: pasteIntoFiles(text)
    case .keys(var keys):
      keys.paste(text)
      dialogs[dialogs.count - 1] = .keys(keys)
    }
  }

  mutating func handlePrompt(_ prompt: Prompt, _ key: Key) {
    var prompt = prompt
    switch key.code {
    case .escape: dialogs.removeLast()
    case .enter: accept(prompt)
    default:
      _ = prompt.field.handle(key)
      understand(&prompt)
      dialogs[dialogs.count - 1] = .prompt(prompt)
    }
  }

  private mutating func accept(_ prompt: Prompt) {
    guard prompt.isAnswer else { return }
    dialogs.removeLast()
    ask(.answered(prompt.question, prompt))
  }

  private mutating func mouse(_ event: MouseEvent, in dialog: Dialog) {
    let isPress = event.kind == .press || event.kind == .doublePress
    switch dialog {
    case .choice(var choice):
      let rows = DialogLayout.choice(choice, size, width: width).layout.rows
      let index = event.position.row - rows.row
      guard isPress, rows.contains(event.position), choice.options.indices.contains(index) else { return }
      choice.selected = index
      dialogs.removeLast()
      ask(.run(choice.options[index].command))
    case .prompt(var prompt):
      let field = DialogLayout.prompt(prompt, size, width: width).field
      guard field.contains(event.position) || event.kind == .drag || event.kind == .release else { return }
      prompt.field.mouse(
        MouseEvent(event.kind, at: Position(row: 0, column: event.position.column - field.column)))
      dialogs[dialogs.count - 1] = .prompt(prompt)
    case .picker(var picker):
      let layout = DialogLayout.picker(picker, size, width: width)
      if let step = event.wheel {
        picker.move(by: step)
        dialogs[dialogs.count - 1] = .picker(picker)
        return
      }
      let index = picker.top + event.position.row - layout.rows.row
      if isPress, !layout.box.contains(event.position) {
        // A press beside it closes it, as Esc does.
        return closePicker(picker)
      }
      guard isPress, layout.rows.contains(event.position), picker.rows.indices.contains(index) else { return }
      picker.cursor = index
      dialogs[dialogs.count - 1] = .picker(picker)
      if picker.tags != nil, let item = picker.current { toggleTag(picker, item.value) } else { choose(picker) }
    case .signIn(var signIn):
      signIn.mouse(event, DialogLayout.signIn(signIn, size))
      dialogs[dialogs.count - 1] = .signIn(signIn)
    case .files(let picker): mouseInFiles(picker, event)
    case .keys(var keys):
      let field = KeysLayout(keys, desk: desk).field
      keys.field.mouse(MouseEvent(event.kind, at: Position(row: 0, column: event.position.column - field.column)))
      dialogs[dialogs.count - 1] = .keys(keys)
    }
  }

  mutating func settle() {
    guard let last = dialogs.last else { return }
    switch last {
    case .choice: break
    case .prompt(var prompt):
      prompt.field.fit(max(1, DialogLayout.prompt(prompt, size, width: width).field.columns), width)
      dialogs[dialogs.count - 1] = .prompt(prompt)
    case .picker(var picker):
      let layout = DialogLayout.picker(picker, size, width: width)
      picker.query.fit(max(1, layout.field.columns), width)
      picker.settle(height: max(1, layout.rows.rows))
      dialogs[dialogs.count - 1] = .picker(picker)
    case .signIn(var signIn):
      signIn.fit(DialogLayout.signIn(signIn, size), width)
      dialogs[dialogs.count - 1] = .signIn(signIn)
    case .files(var picker):
      let layout = FilesLayout(picker, size: size)
      picker.query.fit(max(1, layout.field.columns), width)
      picker.settle(height: max(1, layout.rows.rows))
      dialogs[dialogs.count - 1] = .files(picker)
    case .keys(var keys):
      keys.field.fit(max(1, KeysLayout(keys, desk: desk).field.columns), width)
      dialogs[dialogs.count - 1] = .keys(keys)
    }
  }

  /// What the keys do in it.
  var hints: [KeyHints.Hint] {
    switch dialogs.last {
    // The dialog itself shows its answers, in the words of those that they are about.
    case .choice:
      return [hint("\(glyphs.up) \(glyphs.down)", "choose"), hint(glyphs.enter, "select"), hint("Esc", "cancel")]
    case .prompt(let prompt):
      return [hint(glyphs.enter, prompt.deed ?? "OK"), hint("Esc", "cancel")]
    case .picker(let picker):
      if picker.tags != nil {
        return [hint("Space", "tick"), hint(glyphs.enter, "done"), hint("Esc", "done")]
      }
      if picker.form == .numbered {
        let digits = picker.items.compactMap { Int($0.detail) }
        let range = digits.contains(0) ? "1–\(digits.max() ?? 1)" : digits.map(String.init).joined(separator: " ")
        return [
          hint("\(glyphs.up) \(glyphs.down)", "choose"), hint(glyphs.enter, "select"), hint(range, "at once"),
        ] + (digits.contains(0) ? [hint("0", "none")] : []) + [hint("Esc", "cancel")]
      }
      let renaming = picker.renaming == nil ? [] : [hint("F2", "rename")]
      return [hint("\(glyphs.up) \(glyphs.down)", "choose"), hint(glyphs.enter, "select")] + renaming
        + [hint("Esc", "cancel")]
    case .signIn(let signIn): return signInHints(signIn)
    case .files(let picker): return filesHints(picker)
    case .keys(let keys): return keysHints(keys)
    case nil: return []
    }
  }

  /// The picture of the file under the cursor, once that has rested there.
  var wantedPictures: [PictureRequest] {
    guard case .files(let picker) = dialogs.last, picker.isRested else { return [] }
    return previewRequest(picker).map { [$0] } ?? []
  }

  /// The cursor rested: the file under it is shown.
  mutating func rested() {
    guard case .files(var picker) = dialogs.last else { return }
    picker.isRested = true
    dialogs[dialogs.count - 1] = .files(picker)
  }
}
