import JournalCore
import TerminalKit

/// The lines that are asked for about a picture.
enum ViewerQuestion: AnswerGroup {
  case caption(EntryImage)
  /// Where a copy is written.
  case save(EntryImage)
}

/// Looking at pictures, and changing what belongs to them.
struct ViewerScreen: Screen, AttachesPictures {
  static let context = KeyContext.viewer
  var desk: Desk
  var state: ViewerModel
  var kept: OpenScreen { .viewer(state) }

  let way = ["Pictures"]
  var hints: [Action] {
    guard state.image != nil else { return [.undo, .showRemovedPictures, .closeScreen, .attachPictures, .help] }
    let moving: [Action] = state.isZoomed ? [.zoomFit, .zoomIn, .zoomOut] : [.nextPicture, .previousPicture, .zoomIn]
    return moving + [
      .closeScreen, .editCaption, .lowerPicture, .raisePicture, .savePicture, .openPicture, .removePicture, .undo,
      .attachPictures, .help,
    ]
  }

  mutating func go(_ motion: Motion) {
    switch motion {
    case .moveUp: move(0, -1)
    case .moveDown: move(0, 1)
    case .pageUp, .halfPageUp: leaf(by: -1)
    case .pageDown, .halfPageDown: leaf(by: 1)
    case .moveFirst: state.show(state.images.first?.id)
    case .moveLast: state.show(state.images.last?.id)
    }
  }

  mutating func perform(_ action: PictureAction) {
    switch action {
    case .nextPicture: leaf(by: 1)
    case .previousPicture: leaf(by: -1)
    case .panLeft: move(-1, 0)
    case .panRight: move(1, 0)
    case .zoomIn: zoom(by: 1)
    case .zoomOut: zoom(by: -1)
    case .zoomFit: state.view = .whole
    case .editCaption: withImage { $0.editCaption($1) }
    case .raisePicture: movePicture(by: -1)
    case .lowerPicture: movePicture(by: 1)
    case .removePicture: withImage { $0.removePicture($1) }
    case .savePicture: savePicture()
    case .openPicture: if let image = state.image { emit(.openPicture(image)) } else { say(noneLeft) }
    case .fetchPicture: fetchPictures(of: state.current, among: wantedPictures, noneSaid: noPictures)
    case .attachPictures: attachPictures()
    case .showPictures, .selectPicture, .selectPictureBefore, .restorePicture, .showRemovedPictures, .deletePicture:
      break
    }
  }

  mutating func answered(_ question: ViewerQuestion, _ prompt: Prompt) {
    switch question {
    case .caption(let image): setCaption(image, prompt.field.text)
    case .save(let image): emit(.savePicture(image, path: prompt.field.text))
    }
  }

  mutating func reload() { emit(.loadEntry(state.entry, .look(state.current))) }

  mutating func hear(_ message: Message) {
    if case .entryLoaded(state.entry, .look, let detail) = message {
      guard let detail else {
        ask(.close(.viewer))
        return say("This entry is no longer in the journal.", .warning)
      }
      // What is on its way to the disk is on the screen already.
      if !log.isBusy { state.update(detail) }
    }
    // What was rendered was for another terminal.
    if case .picturesPossible = message, let last = state.lastShown, pictures.shown(last) == nil {
      state.lastShown = nil
    }
  }

  /// Back in the reader, the picture that was looked at last has the keys.
  mutating func closed() { if let current = state.current { ask(.selectPicture(current)) } }

  private var noneLeft: String { "No pictures left\(undoHint)" }

  private mutating func zoom(by step: Int) {
    guard abilities.way != .none else { return say("This terminal shows no pictures.") }
    guard state.image != nil else { return say(noneLeft) }
    state.zoom(by: step)
  }

  /// Zoomed in, the arrows move over the picture; else they leaf.
  private mutating func move(_ columns: Int, _ rows: Int) {
    if state.isZoomed == true { state.pan(columns, rows) } else { leaf(by: columns + rows) }
  }

  private mutating func leaf(by step: Int) {
    guard let index = state.index else { return say(noneLeft) }
    let next = index + step
    guard state.images.indices.contains(next) else {
      return say(step > 0 ? "This is the last picture." : "This is the first picture.")
    }
    state.show(state.images[next].id)
  }

  // MARK: Changing

  private mutating func withImage(_ body: (inout ViewerScreen, EntryImage) -> Void) {
    guard let image = state.image else { return say(noneLeft) }
    guard !state.isTrashed else { return say("Entries in the trash cannot be changed.", .warning) }
    guard canWrite() else { return }
    body(&self, image)
  }

  private func named(_ image: EntryImage) -> String {
    let index = state.images.firstIndex { $0.id == image.id } ?? 0
    return image.caption.isEmpty ? "picture \(index + 1)" : "“\(shortened(image.caption, 40))”"
  }

  private mutating func editCaption(_ image: EntryImage) {
    openPrompt(
      ViewerQuestion.caption(image), .text(mayBeEmpty: true), "Caption",
      hint: "One line below the picture; empty for none", text: image.caption)
  }

  private mutating func setCaption(_ image: EntryImage, _ text: String) {
    let caption = trimmingSpace(text)
    guard !caption.isIdentical(to: image.caption) else { return }
    change(image.id) { $0.caption = caption }
    perform(
      "changed the caption of \(named(image))", [.editImage(image.id, [.caption(caption)])],
      said: (caption.isEmpty ? "Removed the caption" : "Caption: \(shortened(caption, 60))") + undoHint)
  }

  private mutating func removePicture(_ image: EntryImage) {
    let name = named(image)
    let place = state.index ?? 0
    state.removed = image.id
    state.images.removeAll { $0.id == image.id }
    let images = state.images
    state.show(images.isEmpty ? nil : images[min(place, images.count - 1)].id)
    perform(
      "removed \(name)", [.editImage(image.id, [.trashedAt(now.instant)])], said: "Removed \(name)\(undoHint)")
  }

  private mutating func movePicture(by step: Int) {
    withImage { screen, image in
      var images = screen.state.images
      guard let index = screen.state.index else { return }
      guard images.indices.contains(index + step) else {
        return screen.say(step > 0 ? "It is the last picture already." : "It is the first picture already.")
      }
      images.swapAt(index, index + step)
      let operations = images.renumber()
      screen.state.images = images
      screen.perform(
        "moved \(screen.named(image)) \(step > 0 ? "down" : "up")", operations,
        said: "Now picture \(index + step + 1) of \(images.count)")
    }
  }

  private mutating func change(_ id: RecordName, _ change: (inout EntryImage) -> Void) {
    if let index = state.images.firstIndex(where: { $0.id == id }) { change(&state.images[index]) }
  }

  // MARK: Files

  private mutating func savePicture() {
    guard let image = state.image, let index = state.index else { return say(noneLeft) }
    openPrompt(
      ViewerQuestion.save(image), .text(meaning: "Writes the picture as it is kept to this file."), "Save a copy",
      hint: "~ is your home directory; without an ending, the right one is added",
      text: "~/" + fileName(image, index))
  }

  /// A name for a copy: the caption as far as it can be one, with the ending that fits.
  private func fileName(_ image: EntryImage, _ index: Int) -> String {
    let known = request.flatMap { pictures.shown($0)?.fileExtension } ?? ""
    var name = String.UnicodeScalarView()
    for scalar in image.caption.unicodeScalars.prefix(60) {
      name.append(scalar == "/" || scalar.value < 32 ? "-" : scalar)
    }
    var text = trimmingSpace(String(name))
    while text.hasPrefix(".") { text.removeFirst() }
    if text.isEmpty { text = "picture-\(index + 1)" }
    guard !known.isEmpty else { return text }
    // A caption that was a file's name may have the ending of what it was before it was taken in.
    if PastedPaths.isPicture(text), let dot = text.lastIndex(of: ".") {
      let ending = text[text.index(after: dot)...].lowercased()
      if ending == known || (known == "jpg" && ending == "jpeg") || (known == "tiff" && ending == "tif") { return text }
      text = String(text[..<dot])
    }
    return "\(text).\(known)"
  }

  private mutating func attachPictures() {
    guard canWrite() else { return }
    guard !state.isTrashed else { return say("Entries in the trash cannot be changed.", .warning) }
    openFilePicker(.entry(state.entry), titled: entryTitle(state.title))
  }

  mutating func paste(_ text: String) {
    let (target, title) = (AttachTarget.entry(state.entry), entryTitle(state.title))
    let isTrashed = state.isTrashed
    _ = askToAttach(text) { isTrashed ? [] : [Choice.Option("a", "Attach to \(title)", .attach(target, $0))] }
  }
}
