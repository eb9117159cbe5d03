import JournalCore
import TerminalKit

/// Looking at pictures, and changing what belongs to them.
extension Model {
  /// Shows the pictures of the selected entry; it is read first where it is not at hand.
  mutating func openViewer(at image: RecordName? = nil) {
    guard let selected = list.selected else { return say("There is no entry here.") }
    guard let detail = currentDetail else { return emit(.loadEntry(selected.id, .look(image))) }
    openViewer(detail, at: image)
  }

  private mutating func openViewer(_ detail: EntryDetail, at image: RecordName?) {
    guard !detail.images.isEmpty else { return say(noPictures) }
    viewer = ViewerModel(detail, at: image)
    screens.append(.viewer)
  }

  /// The entry arrived whose pictures are shown, or are to be.
  mutating func viewerLoaded(_ id: RecordName, _ image: RecordName?, _ detail: EntryDetail?) {
    guard let viewer else {
      guard screens.isEmpty, dialogs.isEmpty, list.selected?.id == id else { return }
      if let detail { openViewer(detail, at: image) } else { say("This entry is no longer in the journal.", .warning) }
      return
    }
    guard viewer.entry == id else { return }
    guard let detail else {
      screens.removeAll { $0 == .viewer }
      self.viewer = nil
      return say("This entry is no longer in the journal.", .warning)
    }
    // What is on its way to the disk is on the screen already.
    if !log.isBusy { self.viewer?.update(detail) }
  }

  /// Back in the reader, the picture that was looked at last has the keys.
  mutating func closeViewer() {
    if focus.reads, let current = viewer?.current { reader.picture = current }
    viewer = nil
  }

  mutating func performInViewer(_ action: Action) -> Bool {
    switch action {
    case .nextPicture, .pageDown: leaf(by: 1)
    case .previousPicture, .pageUp: leaf(by: -1)
    case .panLeft: moveInViewer(-1, 0)
    case .panRight: moveInViewer(1, 0)
    case .moveUp: moveInViewer(0, -1)
    case .moveDown: moveInViewer(0, 1)
    case .moveFirst: viewer.map { self.viewer?.show($0.images.first?.id) }
    case .moveLast: viewer.map { self.viewer?.show($0.images.last?.id) }
    case .zoomIn: zoomViewer(by: 1)
    case .zoomOut: zoomViewer(by: -1)
    case .zoomFit: viewer?.view = .whole
    case .editCaption: withViewerImage { $0.editCaption($1) }
    case .raisePicture: movePicture(by: -1)
    case .lowerPicture: movePicture(by: 1)
    case .removePicture: withViewerImage { $0.removePicture($1) }
    case .savePicture: saveViewerPicture()
    case .openPicture: if let image = viewer?.image { emit(.openPicture(image)) } else { say(noneLeft) }
    case .fetchPicture: fetchPicture()
    case .attachPictures: attachInViewer()
    default: return false
    }
    return true
  }

  private var noneLeft: String { "No pictures left\(undoHint)" }

  private mutating func zoomViewer(by step: Int) {
    guard abilities.way != .none else { return say("This terminal shows no pictures.") }
    guard viewer?.image != nil else { return say(noneLeft) }
    viewer?.zoom(by: step)
  }

  /// Zoomed in, the arrows move over the picture; else they leaf.
  private mutating func moveInViewer(_ columns: Int, _ rows: Int) {
    if viewer?.isZoomed == true { viewer?.pan(columns, rows) } else { leaf(by: columns + rows) }
  }

  private mutating func leaf(by step: Int) {
    guard let viewer, let index = viewer.index else { return say(noneLeft) }
    let next = index + step
    guard viewer.images.indices.contains(next) else {
      return say(step > 0 ? "This is the last picture." : "This is the first picture.")
    }
    self.viewer?.show(viewer.images[next].id)
  }

  // MARK: Changing

  private mutating func withViewerImage(_ body: (inout Model, EntryImage) -> Void) {
    guard let viewer, let image = viewer.image else { return say(noneLeft) }
    guard !viewer.isTrashed else { return say("Entries in the trash cannot be changed.", .warning) }
    guard canWrite() else { return }
    body(&self, image)
  }

  private func named(_ image: EntryImage) -> String {
    let index = viewer?.images.firstIndex { $0.id == image.id } ?? 0
    return image.caption.isEmpty ? "picture \(index + 1)" : "“\(shortened(image.caption, 40))”"
  }

  private mutating func editCaption(_ image: EntryImage) {
    openPrompt(
      .caption(image), "Caption", hint: "One line below the picture; empty for none", text: image.caption)
  }

  mutating func setCaption(_ image: EntryImage, _ text: String) {
    let caption = trimmed(text)
    guard !caption.isIdentical(to: image.caption) else { return }
    changeInViewer(image.id) { $0.caption = caption }
    perform(
      "changed the caption of \(named(image))", [.editImage(image.id, [.caption(caption)])],
      said: (caption.isEmpty ? "Removed the caption" : "Caption: \(shortened(caption, 60))") + undoHint)
  }

  private mutating func removePicture(_ image: EntryImage) {
    let name = named(image)
    let place = viewer?.index ?? 0
    viewer?.removed = image.id
    viewer?.images.removeAll { $0.id == image.id }
    let images = viewer?.images ?? []
    viewer?.show(images.isEmpty ? nil : images[min(place, images.count - 1)].id)
    perform(
      "removed \(name)", [.editImage(image.id, [.trashedAt(now.instant)])], said: "Removed \(name)\(undoHint)")
  }

  private mutating func movePicture(by step: Int) {
    withViewerImage { model, image in
      guard var images = model.viewer?.images, let index = model.viewer?.index else { return }
      guard images.indices.contains(index + step) else {
        return model.say(step > 0 ? "It is the last picture already." : "It is the first picture already.")
      }
      images.swapAt(index, index + step)
      let operations = Self.renumber(&images)
      model.viewer?.images = images
      model.perform(
        "moved \(model.named(image)) \(step > 0 ? "down" : "up")", operations,
        said: "Now picture \(index + step + 1) of \(images.count)")
    }
  }

  /// Gives pictures numbers in the order in which they stand, and leaves those that fit already.
  private static func renumber(_ images: inout [EntryImage]) -> [JournalOperation] {
    var operations: [JournalOperation] = []
    let numbers = images.map(\.sortOrder).sorted()
    let areDistinct = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    for index in images.indices {
      let number = areDistinct ? numbers[index] : Int64(index)
      guard images[index].sortOrder != number else { continue }
      images[index].sortOrder = number
      operations.append(.editImage(images[index].id, [.sortOrder(number)]))
    }
    return operations
  }

  private mutating func changeInViewer(_ id: RecordName, _ change: (inout EntryImage) -> Void) {
    guard let index = viewer?.images.firstIndex(where: { $0.id == id }), var image = viewer?.images[index] else {
      return
    }
    change(&image)
    viewer?.images[index] = image
  }

  // MARK: Files

  private mutating func saveViewerPicture() {
    guard let image = viewer?.image, let index = viewer?.index else { return say(noneLeft) }
    openPrompt(
      .savePicture(image), "Save a copy", hint: "~ is your home directory; without an ending, the right one is added",
      text: "~/" + fileName(image, index))
  }

  /// A name for a copy: the caption as far as it can be one, with the ending that fits.
  private func fileName(_ image: EntryImage, _ index: Int) -> String {
    let known = viewerRequest.flatMap { pictures.shown($0)?.fileExtension } ?? ""
    var name = String.UnicodeScalarView()
    for scalar in image.caption.unicodeScalars.prefix(60) {
      name.append(scalar == "/" || scalar.value < 32 ? "-" : scalar)
    }
    var text = trimmed(String(name))
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

  mutating func pictureExists(_ image: EntryImage, _ path: String) {
    dialogs.append(
      .choice(
        .confirm(
          "Replace the file?", ["\(path) is there already."], yes: "Replace it", .replaceFile(image, path),
          isGrave: true)))
  }
}
