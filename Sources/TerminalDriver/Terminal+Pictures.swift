import CTerminal
import Glibc
package import TerminalKit

/// All that the driver knows of pictures on the terminal.
struct Pictures {
  /// Bytes of pixels that are kept.
  static let limit = 64 << 20

  var survey: PictureSurvey
  var abilities = PictureAbilities.blocks
  var store = PictureStore(limit: Pictures.limit)
  var layer = PictureLayer(.blocks)
  var output = PictureOutput()
  /// The last frame that was drawn.
  var last: Frame?
  /// A frame that has to wait until a piece is written.
  var waiting: Frame?
  /// The terminal holds back what it shows until we say so.
  var isHeldBack = false
  var hasTold = false
  /// A file with which the terminal is asked whether it reads files, as long as the answer is due.
  var probe: String?
  var hasAskedForFiles = false
  /// The pixels of a cell as of the last look, for noticing that they change.
  var lastWindowCell: (width: Int, height: Int)?

  var sequences: PictureSequences { PictureSequences(layer.way, passage: survey.passage) }
}

extension Terminal {
  /// Bytes of pictures that are written before keys are looked at again.
  private static let turn = 256 << 10

  // MARK: For the screen

  /// How the terminal takes pictures, as far as it has told; ``DriverEvent/pictures(_:)`` says when that changes.
  package var pictureAbilities: PictureAbilities { pictures.abilities }

  /// Keeps a rendering, so that frames can place it; the pixels have to be in the form of the terminal's way.
  ///
  /// About 64 MB are kept; pictures that were not on the screen for longest go first. All go when the abilities change,
  /// because the pixels would not fit any more.
  ///
  /// - Parameters:
  ///   - size: the cells that the rendering fills; a placement's rectangle has this size.
  ///   - file: where the same pixels lie, for a terminal that reads files; it may go at any time.
  /// - Returns: the pictures that are not kept from now on, to make room; perhaps this one, if it is too large or in
  ///   another form.
  @discardableResult
  package func keepPicture(
    _ pixels: PicturePixels, for key: PictureKey, size: Size, file: PictureFile? = nil
  ) -> [PictureKey] {
    guard isOpen, pictures.layer.takesPictures, pixels.way == pictures.layer.way, !size.isEmpty else {
      return hasPicture(key) ? [] : [key]
    }
    let gone = pictures.store.keep(pixels, for: key, size: size, file: file, shown: pictures.layer.wantedKeys)
    for key in gone + [key] { pictures.layer.changed(key) }
    return gone
  }

  /// Whether a frame may place this picture; otherwise its cells have to do, or it has to be rendered again.
  package func hasPicture(_ key: PictureKey) -> Bool { pictures.store.contains(key) }

  /// Asks a terminal that takes kitty's protocol whether it reads files in this folder; if it does, it is told the
  /// paths of pictures that lie in files, and is not sent their pixels. Asks once.
  ///
  /// A terminal on another computer does not find the file, and one that is shut in does not see it. Nothing is asked
  /// through a multiplexer, which keeps the answer.
  package func offerFiles(in folder: String) {
    guard isOpen, pictures.layer.way == .kitty, pictures.survey.mayAskForFiles, !pictures.hasAskedForFiles else {
      return
    }
    pictures.hasAskedForFiles = true
    let path = "\(folder)/probe-\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    let file = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let count = PictureFile.probe.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    Glibc.close(file)
    pictures.probe = path
    guard count == PictureFile.probe.count else { return removeProbe() }
    send(pictures.sequences.question(.probe(at: path)) + Array(Sequences.lastQuestion.utf8))
    expectAnswer(true)
  }

  func removeProbe() {
    if let path = pictures.probe { unlink(path) }
    pictures.probe = nil
  }

  // MARK: Drawing

  /// Draws cells and pictures, or has the frame wait while a piece of a picture is on its way to the terminal.
  func drawWithPictures(_ frame: Frame) {
    if pictures.output.isInsidePiece {
      if case .paint(let key, let rect) = pictures.output.step,
        !frame.pictures.contains(PicturePlacement(key: key, rect: rect))
      {
        // The new frame does not show this picture: the rest of it is not sent.
        abandonOutput()
      } else {
        pictures.waiting = frame
        return sendPictures()
      }
    }
    drawNow(frame)
    sendPictures()
  }

  private func drawNow(_ frame: Frame) {
    let placements = pictures.layer.possible(frame.pictures, in: frame.size, from: pictures.store)
    let damage = painter.draw(frame, covered: pictures.layer.isPaint ? placements.map(\.rect) : [])
    let stale = pictures.layer.want(placements, damage: damage)
    for rect in stale {
      ct_touch(Int32(rect.row), Int32(rect.column), Int32(rect.rows), Int32(rect.columns))
    }
    for placement in placements { pictures.store.use(placement.key) }
    pictures.last = frame
    if !stale.isEmpty || !pictures.layer.isSettled { holdBack() }
    show(frame)
  }

  /// Has cells and pictures change at once, where the terminal can do that and it takes no long time.
  private func holdBack() {
    guard pictures.survey.isSynchronizing, !pictures.isHeldBack, pictures.mayHoldBack else { return }
    pictures.isHeldBack = true
    send(PictureSequences.beginSynchronized)
  }

  private func letGo() {
    guard pictures.isHeldBack else { return }
    pictures.isHeldBack = false
    send(PictureSequences.endSynchronized)
  }

  // MARK: Writing

  /// True where the event loop should call ``sendPictures()`` when the terminal takes more.
  var hasPicturesToSend: Bool { !pictures.output.isEmpty }

  /// Writes what the terminal takes at the moment, step by step, and draws a frame that has waited as soon as it may.
  func sendPictures() {
    guard pictures.layer.takesPictures else { return }
    var written = 0
    while true {
      if !pictures.output.isInsidePiece, let frame = pictures.waiting {
        pictures.waiting = nil
        drawNow(frame)
      }
      if pictures.output.isEmpty {
        guard let step = pictures.layer.next() else { return letGo() }
        if pictures.usesFile(step) { expectAnswer(true) }
        pictures.output.put(pictures.pieces(of: step), of: step)
        continue
      }
      // Keys come first; the loop comes back when they are dealt with.
      if written >= Self.turn, hasInput { return }
      switch pictures.output.write() {
      case .piece: written += 4096
      case .full: return
      case .gone:
        _ = pictures.output.abandon()
        return
      }
    }
  }

  private var hasInput: Bool {
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  private func abandonOutput() {
    let rest = pictures.output.abandon()
    guard let step = rest.step else { return }
    // With the rest went the question that follows the file's name.
    if pictures.usesFile(step) { expectAnswer(false) }
    send(pictures.sequences.abandonment)
    pictures.layer.interrupted(step)
  }

  // MARK: What the terminal tells

  /// Takes an answer in.
  func take(answer event: InputEvent, _ events: inout [DriverEvent]) {
    pictures.survey.take(event)
    if case .graphics(let id, let isOK) = event {
      if id == PictureSurvey.fileQuestionId { removeProbe() }
      if !isOK, let key = UInt32(exactly: id).flatMap({ pictures.layer.key(of: $0) }), pictures.store.file(key) != nil {
        pictures.store.dropFile(key)
        pictures.layer.changed(key)
        sendPictures()
      }
    }
    guard pictures.survey.isSettled else { return }
    settlePictures(&events)
  }

  /// Tells the screen of what has changed in how the terminal takes pictures.
  func settlePictures(_ events: inout [DriverEvent]) {
    var abilities = pictures.survey.abilities(windowCell: windowCell)
    if PictureLayer(abilities.way).takesPictures, !pictures.output.open() { abilities.way = .blocks }
    guard abilities != pictures.abilities || !pictures.hasTold else { return }
    pictures.hasTold = true
    if abilities != pictures.abilities { change(to: abilities) }
    events.append(.pictures(abilities))
  }

  private func change(to abilities: PictureAbilities) {
    hidePictures()
    pictures.abilities = abilities
    pictures.store.removeAll()
    pictures.layer = PictureLayer(abilities.way)
    let farewell = pictures.sequences.crashed
    ct_guard_pictures(farewell, Int32(farewell.count))
    guard pictures.layer.takesPictures else { return pictures.output.close() }
    if pictures.layer.isPaint { ct_keep_in_place() }
  }

  /// A window of another size may have cells of another size: pictures in pixels have to be made anew then.
  func measureCells(_ events: inout [DriverEvent]) {
    guard pictures.layer.takesPictures, let cell = windowCell, cell != pictures.lastWindowCell ?? (0, 0) else { return }
    pictures.lastWindowCell = cell
    pictures.survey.forgetCell()
    send(Array(PictureSurvey.cellQuestion.utf8))
    expectAnswer(true)
    settlePictures(&events)
  }

  var windowCell: (width: Int, height: Int)? {
    var (width, height) = (Int32(0), Int32(0))
    guard ct_cell_pixels(STDOUT_FILENO, &width, &height) else { return nil }
    return (Int(width), Int(height))
  }

  // MARK: Leaving

  /// Removes all pictures from the terminal, before another program gets it.
  func hidePictures() {
    guard pictures.layer.takesPictures else { return }
    abandonOutput()
    pictures.waiting = nil
    for step in pictures.layer.farewell() { pictures.pieces(of: step).forEach(send) }
    if pictures.layer.isPaint, var frame = pictures.last, !frame.pictures.isEmpty {
      frame.pictures = []
      _ = painter.draw(frame)
      show(frame)
    }
    letGo()
  }
}

extension Pictures {
  /// Whether the terminal is told of a file in this step, which it may answer.
  func usesFile(_ step: PictureLayer.Step) -> Bool {
    if case .upload(let key, _) = step { survey.readsFiles && store.file(key) != nil } else { false }
  }

  func pieces(of step: PictureLayer.Step) -> [[UInt8]] {
    switch step {
    case .upload(let key, _) where usesFile(step):
      // Whatever it says of the file comes before the answer to the last question.
      sequences.pieces(of: step, pixels: store.pixels(key), file: store.file(key)) + [
        Array(Sequences.lastQuestion.utf8)
      ]
    case .upload(let key, _), .paint(let key, _): sequences.pieces(of: step, pixels: store.pixels(key))
    case .place, .remove, .forget: sequences.pieces(of: step, pixels: nil)
    }
  }

  /// More paint than this is not waited for, bytes.
  private static let heldBackLimit = 512 << 10

  /// Whether what has to be sent is soon there. kitty's pixels come before they are placed, and need not be waited for.
  fileprivate var mayHoldBack: Bool {
    let missing = layer.missingKeys
    guard layer.isPaint else { return missing.isEmpty }
    return missing.reduce(0) { $0 + (store.pixels($1)?.count ?? 0) } <= Pictures.heldBackLimit
  }
}

extension Size {
  fileprivate var isEmpty: Bool { rows == 0 || columns == 0 }
}
