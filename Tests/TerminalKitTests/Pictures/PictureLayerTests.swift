import Testing

@testable import TerminalKit

/// A terminal that is brought from frame to frame, as the driver does it.
private struct Bench {
  var layer: PictureLayer
  let size = Size(rows: 24, columns: 80)

  init(_ way: PictureProtocol) { layer = PictureLayer(way) }

  /// What a frame has the driver send: rectangles of cells, and steps.
  mutating func show(_ placements: [PicturePlacement], written: [Rect] = []) -> (
    stale: [Rect], steps: [PictureLayer.Step]
  ) {
    var damage = CellDamage()
    for rect in written { damage.add(rect) }
    let stale = layer.want(placements, damage: damage)
    return (stale, rest())
  }

  mutating func rest() -> [PictureLayer.Step] {
    var steps: [PictureLayer.Step] = []
    while let step = layer.next() { steps.append(step) }
    return steps
  }
}

private let box = Size(rows: 4, columns: 20)
private let a = PictureKey(content: "a", box: box)
private let b = PictureKey(content: "b", box: box)

private func at(_ key: PictureKey, _ row: Int, _ column: Int = 30) -> PicturePlacement {
  PicturePlacement(key: key, rect: Rect(row: row, column: column, rows: box.rows, columns: box.columns))
}

@Suite struct KittyLayerTests {
  private var bench = Bench(.kitty)

  /// Shows both pictures and gives their ids.
  private mutating func begin() throws -> (a: UInt32, b: UInt32) {
    let steps = bench.show([at(a, 2), at(b, 8)]).steps
    guard steps.count == 4, case .upload(a, let first) = steps[0], case .upload(b, let second) = steps[2] else {
      throw Unexpected(steps: steps)
    }
    #expect(steps[1] == .place(id: first, placement: 1, at(a, 2).rect))
    #expect(steps[3] == .place(id: second, placement: 1, at(b, 8).rect))
    return (first, second)
  }

  private struct Unexpected: Error { let steps: [PictureLayer.Step] }

  @Test mutating func pixelsAreSentOnceAndNothingWhereNothingChanges() throws {
    let ids = try begin()
    #expect(ids.a != ids.b)
    #expect(bench.show([at(a, 2), at(b, 8)], written: [Rect(row: 0, column: 0, rows: 24, columns: 80)]).steps == [])
    #expect(bench.layer.missingKeys.isEmpty)
    #expect(bench.layer.isSettled)
    _ = bench.layer.want([at(a, 1)], damage: CellDamage())
    #expect(!bench.layer.isSettled)
  }

  @Test mutating func scrollingMovesAndSendsNoPixels() throws {
    let ids = try begin()
    let frame = bench.show([at(a, 1), at(b, 7)])
    #expect(frame.stale == [])
    #expect(
      frame.steps == [.place(id: ids.a, placement: 1, at(a, 1).rect), .place(id: ids.b, placement: 1, at(b, 7).rect)])
  }

  @Test mutating func whatIsLeftOutIsRemovedAndComesBackWithoutPixels() throws {
    let ids = try begin()
    #expect(bench.show([at(b, 8)]).steps == [.remove(id: ids.a, placement: 1)])
    #expect(bench.show([at(a, 2), at(b, 8)]).steps == [.place(id: ids.a, placement: 1, at(a, 2).rect)])
    #expect(
      bench.show([]).steps == [.remove(id: ids.b, placement: 1), .remove(id: ids.a, placement: 1)])
  }

  @Test mutating func theSamePictureTwiceHasTwoPlacements() throws {
    let ids = try begin()
    #expect(bench.show([at(a, 2), at(a, 14), at(b, 8)]).steps == [.place(id: ids.a, placement: 2, at(a, 14).rect)])
    // The first one goes out at the top: the second keeps its number.
    #expect(
      bench.show([at(a, 12), at(b, 6)]).steps.contains(.place(id: ids.a, placement: 1, at(a, 12).rect)))
    #expect(bench.show([at(a, 12), at(b, 6)]).steps == [])
  }

  @Test mutating func otherPixelsUnderTheSameKeyReplaceTheOldOnes() throws {
    let ids = try begin()
    bench.layer.changed(a)
    let steps = bench.show([at(a, 2), at(b, 8)]).steps
    #expect(steps.first == .forget(id: ids.a))
    #expect(steps.count == 3)
    guard case .upload(a, _) = steps[1] else { throw Unexpected(steps: steps) }
  }

  @Test mutating func whatIsEvictedIsForgotten() throws {
    let ids = try begin()
    _ = bench.show([at(a, 2)])
    bench.layer.changed(b)
    #expect(bench.show([at(a, 2)]).steps == [.forget(id: ids.b)])
    #expect(bench.show([at(a, 2)]).steps == [])
  }

  @Test mutating func aPictureThatIsNotWantedAnyMoreIsNotSent() throws {
    _ = bench.layer.want([at(a, 2), at(b, 8)], damage: CellDamage())
    guard case .upload(a, let id) = bench.layer.next() else { throw Unexpected(steps: []) }
    // While the first one was on its way, the reader went on.
    #expect(bench.show([at(a, 2)]).steps == [.place(id: id, placement: 1, at(a, 2).rect)])
  }

  @Test mutating func anInterruptedPictureIsSentAgain() throws {
    _ = bench.layer.want([at(a, 2)], damage: CellDamage())
    guard let step = bench.layer.next(), case .upload(a, let id) = step else { throw Unexpected(steps: []) }
    bench.layer.interrupted(step)
    let steps = bench.rest()
    #expect(steps.first == .forget(id: id))
    #expect(steps.count == 3)
  }

  @Test mutating func startingOverRemovesAndSendsAll() throws {
    let ids = try begin()
    bench.layer.startOver()
    let steps = bench.show([at(a, 2), at(b, 8)]).steps
    #expect(Set(steps.prefix(2)) == [.forget(id: ids.a), .forget(id: ids.b)])
    #expect(steps.count == 6)
    #expect(Set(bench.layer.farewell()).count == 2)
    #expect(bench.layer.isEmpty)
    #expect(bench.rest() == [])
  }

  @Test mutating func anIdIsAPicturesOwn() throws {
    let ids = try begin()
    var other = Bench(.kitty)
    let steps = other.show([at(b, 0)]).steps
    #expect(steps.first == .upload(b, id: ids.b))
    #expect(ids.a >= 0x1000_0000)
  }
}

@Suite struct PaintLayerTests {
  private var bench = Bench(.sixel)

  private mutating func begin() {
    #expect(bench.show([at(a, 2), at(b, 8)]).steps == [.paint(a, at(a, 2).rect), .paint(b, at(b, 8).rect)])
  }

  @Test mutating func typingBesideAPictureSendsNothing() {
    begin()
    let beside = Rect(row: 3, column: 0, rows: 1, columns: 10)
    #expect(bench.show([at(a, 2), at(b, 8)], written: [beside]).steps == [])
    let right = Rect(row: 3, column: 70, rows: 1, columns: 5)
    // Both sides of a row: the terminal jumps over the picture.
    #expect(bench.show([at(a, 2), at(b, 8)], written: [beside, right]).steps == [])
  }

  @Test mutating func cellsWrittenOnAPictureHaveItPaintedAgain() {
    begin()
    let corner = Rect(row: 5, column: 49, rows: 1, columns: 2)
    let frame = bench.show([at(a, 2), at(b, 8)], written: [corner])
    #expect(frame.steps == [.paint(a, at(a, 2).rect)])
    #expect(frame.stale == [])
  }

  @Test mutating func aNarrowPictureBetweenChangesMayBeWrittenOver() {
    let narrow = PicturePlacement(key: a, rect: Rect(row: 2, column: 30, rows: 4, columns: 8))
    #expect(bench.show([narrow]).steps.count == 1)
    let sides = [Rect(row: 3, column: 25, rows: 1, columns: 2), Rect(row: 3, column: 40, rows: 1, columns: 2)]
    #expect(bench.show([narrow], written: sides).steps == [.paint(a, narrow.rect)])
  }

  @Test mutating func scrollingWipesTheOldPlacesFirst() {
    begin()
    let frame = bench.show([at(a, 1), at(b, 7)])
    #expect(frame.stale == [at(a, 2).rect, at(b, 8).rect])
    #expect(frame.steps == [.paint(a, at(a, 1).rect), .paint(b, at(b, 7).rect)])
  }

  @Test mutating func wipingOneLeavesItsNeighbourAlone() {
    #expect(bench.show([at(a, 2), at(b, 4, 50)]).steps.count == 2)
    let frame = bench.show([at(b, 4, 50)])
    #expect(frame.stale == [at(a, 2).rect])
    #expect(frame.steps == [])
  }

  @Test mutating func whatIsLeftOutIsWipedOnce() {
    begin()
    #expect(bench.show([at(b, 8)]).stale == [at(a, 2).rect])
    #expect(bench.show([at(b, 8)]).stale == [])
    #expect(bench.show([at(a, 2), at(b, 8)]).steps == [.paint(a, at(a, 2).rect)])
  }

  @Test mutating func aClearedScreenIsPaintedAnew() {
    begin()
    var damage = CellDamage()
    damage.isWhole = true
    #expect(bench.layer.want([at(a, 2)], damage: damage) == [])
    #expect(bench.rest() == [.paint(a, at(a, 2).rect)])
  }

  @Test mutating func otherPixelsWipeTheOldOnes() {
    begin()
    bench.layer.changed(a)
    let frame = bench.show([at(a, 2), at(b, 8)])
    #expect(frame.stale == [at(a, 2).rect])
    #expect(frame.steps == [.paint(a, at(a, 2).rect)])
  }

  @Test mutating func aHalfPaintedPictureIsWiped() throws {
    _ = bench.layer.want([at(a, 2)], damage: CellDamage())
    let begun = bench.layer.next()
    bench.layer.interrupted(try #require(begun))
    let frame = bench.show([])
    #expect(frame.stale == [at(a, 2).rect])
    #expect(frame.steps == [])
  }

  @Test func whatCannotBeShownIsLeftOut() {
    var store = PictureStore(limit: 1000)
    _ = store.keep(.sixel([1]), for: a, size: box, shown: [])
    let size = Size(rows: 10, columns: 60)
    func possible(_ way: PictureProtocol, _ placement: PicturePlacement) -> Bool {
      !PictureLayer(way).possible([placement], in: size, from: store).isEmpty
    }
    #expect(possible(.sixel, at(a, 5)))
    // The last row: painting there would scroll the screen.
    #expect(!possible(.sixel, at(a, 6)))
    #expect(possible(.kitty, at(a, 6)))
    #expect(!possible(.kitty, at(a, 7)))
    #expect(!possible(.kitty, at(a, 2, 41)))
    #expect(!possible(.kitty, at(a, -1)))
    #expect(!possible(.kitty, at(b, 2)))
    #expect(!possible(.blocks, at(a, 2)))
    // Pixels that are larger than their place would spoil what is beside it.
    #expect(!possible(.sixel, PicturePlacement(key: a, rect: Rect(row: 2, column: 30, rows: 3, columns: 20))))
    #expect(!possible(.kitty, PicturePlacement(key: a, rect: Rect(row: 2, column: 30, rows: 0, columns: 20))))
  }
}

@Suite struct PictureStoreTests {
  private func key(_ name: String) -> PictureKey { PictureKey(content: name, box: box) }

  @Test func whatWasNotShownForLongestGoesFirst() {
    var store = PictureStore(limit: 100)
    #expect(store.keep(.sixel(.init(repeating: 0, count: 40)), for: key("a"), size: box, shown: []) == [])
    #expect(store.keep(.sixel(.init(repeating: 0, count: 40)), for: key("b"), size: box, shown: []) == [])
    store.use(key("a"))
    #expect(store.keep(.sixel(.init(repeating: 0, count: 40)), for: key("c"), size: box, shown: []) == [key("b")])
    #expect(store.contains(key("a")) && store.contains(key("c")) && !store.contains(key("b")))
    #expect(store.total == 80)
  }

  @Test func whatIsOnTheScreenStays() {
    var store = PictureStore(limit: 100)
    _ = store.keep(.sixel(.init(repeating: 0, count: 60)), for: key("a"), size: box, shown: [])
    #expect(store.keep(.sixel(.init(repeating: 0, count: 60)), for: key("b"), size: box, shown: [key("a")]) == [])
    #expect(store.total == 120)
    #expect(store.keep(.sixel([1]), for: key("c"), size: box, shown: [key("b")]) == [key("a")])
  }

  @Test func theSameKeyIsReplacedAndWhatIsTooLargeIsNotKept() {
    var store = PictureStore(limit: 100)
    _ = store.keep(.iterm2(.init(repeating: 0, count: 60)), for: key("a"), size: box, shown: [])
    _ = store.keep(.iterm2(.init(repeating: 0, count: 70)), for: key("a"), size: box, shown: [])
    #expect(store.total == 70)
    #expect(store.keep(.iterm2(.init(repeating: 0, count: 101)), for: key("a"), size: box, shown: []) == [key("a")])
    #expect(store.total == 0)
    // A terminal unpacks what kitty's protocol sends.
    #expect(store.keep(.kitty(zlib: [1], width: 5, height: 5), for: key("a"), size: box, shown: []) == [key("a")])
    store.removeAll()
    #expect(!store.contains(key("a")))
  }
}
