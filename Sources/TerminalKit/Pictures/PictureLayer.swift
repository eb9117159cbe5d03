/// The pictures on a terminal, beside its cells: those shown, those wanted, and the steps from one to the other.
///
/// A step counts as done as soon as ``next()`` has returned it. Between two steps the screen may want other pictures;
/// steps that were not returned by then are never sent.
///
/// There are two kinds of terminals. kitty's keeps pictures under ids, shows them in placements and takes no notice of
/// cells. With sixels and iTerm2's images a picture is paint above the cells: a cell that is written again wipes its
/// part away. So the cells below are filled with a blank that differs from a space (``fill``): text in its place is
/// then always sent, and no sequence clears to the end of the line across the picture.
package struct PictureLayer: Sendable {
  /// One thing to tell the terminal.
  package enum Step: Hashable, Sendable {
    /// Hands the pixels over under an id; nothing is shown yet.
    case upload(PictureKey, id: UInt32)
    /// Shows what was handed over, or moves it, if a placement of this number is there already.
    case place(id: UInt32, placement: UInt32, Rect)
    case remove(id: UInt32, placement: UInt32)
    /// Removes the pixels with all their placements.
    case forget(id: UInt32)
    /// Paints above the cells.
    case paint(PictureKey, Rect)
  }

  private struct Slot: Hashable, Sendable {
    var key: PictureKey
    var rect: Rect
    /// kitty's number of the placement, counted for each picture from 1.
    var number: UInt32 = 1
  }

  /// How this terminal is given pictures; blocks and none take no steps.
  package let way: PictureProtocol
  /// The pictures that are on the terminal.
  private var shown: [Slot] = []
  /// The pictures that should be on it.
  private var wanted: [Slot] = []
  private var ids: [PictureKey: UInt32] = [:]
  private var forgotten: [UInt32] = []
  /// Where something may be left that no slot stands for.
  private var stains: [Rect] = []

  package init(_ way: PictureProtocol) { self.way = way }

  /// No-break space: as wide and as empty as a space, but no space to ncurses.
  package static let fill: Unicode.Scalar = "\u{A0}"

  /// Whether writing a cell wipes a picture off.
  package var isPaint: Bool { way == .sixel || way == .iterm2 }

  /// Whether the terminal is sent pixels at all.
  package var takesPictures: Bool { isPaint || way == .kitty }

  /// The pictures that are wanted, whether they are on the terminal yet or not.
  package var wantedKeys: Set<PictureKey> { Set(wanted.map(\.key)) }

  /// True where nothing is on the terminal and nothing remembered by it.
  package var isEmpty: Bool { shown.isEmpty && ids.isEmpty && forgotten.isEmpty }

  /// True where the terminal shows what it should, and ``next()`` has nothing to say.
  package var isSettled: Bool { Set(shown) == Set(wanted) && forgotten.isEmpty }

  /// The placements of a frame that this terminal can show: those with pixels, inside the frame, and with paint not on
  /// the last row, where it would make the screen scroll.
  package func possible(_ placements: [PicturePlacement], in size: Size, from store: PictureStore) -> [PicturePlacement]
  {
    guard takesPictures else { return [] }
    return placements.filter { placement in
      let rect = placement.rect
      guard let filled = store.size(placement.key), !rect.isEmpty, rect.row >= 0, rect.column >= 0,
        rect.endRow <= size.rows, rect.endColumn <= size.columns
      else { return false }
      return !isPaint || (rect.endRow < size.rows && filled.rows <= rect.rows && filled.columns <= rect.columns)
    }
  }

  /// Sets the pictures that the screen should show, before its cells are sent.
  ///
  /// - Parameter damage: the cells that this frame writes.
  /// - Returns: rectangles whose cells have to be sent too, changed or not, because a picture is removed from them.
  package mutating func want(_ placements: [PicturePlacement], damage: CellDamage) -> [Rect] {
    guard isPaint else {
      want(placements)
      return []
    }
    if damage.isWhole { (shown, stains) = ([], []) }
    wanted = placements.map { Slot(key: $0.key, rect: $0.rect) }
    let staying = shown.filter { wanted.contains($0) }
    let wiped = stains + shown.filter { !wanted.contains($0) }.map(\.rect)
    stains = []
    var damage = damage
    for rect in wiped { damage.add(rect) }
    shown = staying.filter { !damage.touches($0.rect) }
    return wiped
  }

  /// kitty: placements keep their numbers where they stay or move.
  private mutating func want(_ placements: [PicturePlacement]) {
    var free = shown
    var rest: [PicturePlacement] = []
    wanted = []
    for placement in placements {
      if let index = free.firstIndex(where: { $0.key == placement.key && $0.rect == placement.rect }) {
        wanted.append(free.remove(at: index))
      } else {
        rest.append(placement)
      }
    }
    for placement in rest {
      var slot = Slot(key: placement.key, rect: placement.rect)
      if let index = free.firstIndex(where: { $0.key == placement.key }) {
        slot.number = free.remove(at: index).number
      } else {
        let taken = Set((wanted + shown).filter { $0.key == slot.key }.map(\.number))
        while taken.contains(slot.number) { slot.number += 1 }
      }
      wanted.append(slot)
    }
  }

  // MARK: Steps

  /// The next thing to tell the terminal; nil where it shows what it should.
  package mutating func next() -> Step? { isPaint ? nextPaint() : nextOfKitty() }

  private mutating func nextPaint() -> Step? {
    guard let slot = wanted.first(where: { !shown.contains($0) }) else { return nil }
    shown.append(slot)
    return .paint(slot.key, slot.rect)
  }

  private mutating func nextOfKitty() -> Step? {
    if let index = shown.firstIndex(where: { slot in
      !wanted.contains { $0.key == slot.key && $0.number == slot.number }
    }) {
      let slot = shown.remove(at: index)
      // Without an id the pixels went, and the placements with them.
      return ids[slot.key].map { .remove(id: $0, placement: slot.number) } ?? next()
    }
    if let id = forgotten.popLast() { return .forget(id: id) }
    let missing = wanted.filter { !shown.contains($0) }
    if let slot = missing.first(where: { ids[$0.key] != nil }), let id = ids[slot.key] {
      shown.removeAll { $0.key == slot.key && $0.number == slot.number }
      shown.append(slot)
      return .place(id: id, placement: slot.number, slot.rect)
    }
    guard let slot = missing.first else { return nil }
    let id = freshId(of: slot.key)
    ids[slot.key] = id
    return .upload(slot.key, id: id)
  }

  /// The pictures whose pixels have to be sent before all is shown, once for each time.
  package var missingKeys: [PictureKey] {
    isPaint ? wanted.filter { !shown.contains($0) }.map(\.key) : wantedKeys.filter { ids[$0] == nil }
  }

  /// The picture that was handed over under this id.
  package func key(of id: UInt32) -> PictureKey? { ids.first { $0.value == id }?.key }

  /// The same picture has the same id, so that a terminal that knows it already replaces it.
  private func freshId(of key: PictureKey) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    func mix(_ byte: UInt8) { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    key.content.utf8.forEach(mix)
    for number in [key.box.rows, key.box.columns, key.view.centerX, key.view.centerY, key.view.zoom] {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { $0.forEach(mix) }
    }
    // Small numbers are what other programs choose.
    var id = hash | 0x1000_0000
    let taken = Set(ids.values).union(forgotten)
    while taken.contains(id) { id = id &+ 1 | 0x1000_0000 }
    return id
  }

  // MARK: What happens to the terminal

  /// Notes that a picture has other pixels now, or none, so that it is removed and sent again.
  package mutating func changed(_ key: PictureKey) {
    if let id = ids.removeValue(forKey: key) { forgotten.append(id) }
    stains += isPaint ? shown.filter { $0.key == key }.map(\.rect) : []
    shown.removeAll { $0.key == key }
  }

  /// Notes that the last step that was given out did not reach the terminal whole.
  package mutating func interrupted(_ step: Step) {
    switch step {
    case .paint(let key, let rect):
      shown.removeAll { $0.key == key && $0.rect == rect }
      stains.append(rect)
    case .upload(let key, _): changed(key)
    case .place, .remove, .forget: break
    }
  }

  /// Treats the terminal's state as unknown: the next steps remove all pictures there and send them again.
  ///
  /// Also for a change of size: some terminals drop their pictures then, and say nothing.
  package mutating func startOver() {
    forgotten += ids.values.sorted()
    (ids, shown, stains) = ([:], [], [])
  }

  /// Returns the steps that remove all pictures before the terminal is given away. Paint goes with its cells, which the
  /// caller sends again.
  package mutating func farewell() -> [Step] {
    startOver()
    wanted = []
    defer { forgotten = [] }
    return forgotten.map { .forget(id: $0) }
  }
}
