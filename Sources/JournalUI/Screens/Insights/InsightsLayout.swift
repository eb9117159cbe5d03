import TerminalKit

/// Where the charts are: all of them in two columns, or only the one that has the keys.
struct InsightsLayout: Hashable, Sendable {
  struct Place: Hashable, Sendable {
    let chart: InsightsModel.Chart
    let rect: Rect
  }

  let title: Int
  let left: Int
  /// The charts that are seen, each with its heading.
  let places: [Place]
  /// The sentences below the weekdays; empty where they have no room.
  let finding: Rect
  /// The part under the cursor in words, where the bottom line has no room for them; nil where it has.
  let part: Rect?
  /// Whether all charts are seen at once.
  let isWhole: Bool
  /// Columns that a chart over time has for sure beside its numbers.
  let axisColumns: Int

  /// From as many columns on the bottom line has room for the part under the cursor.
  static let wordsInBottomLine = 70

  var charts: [(chart: InsightsModel.Chart, rect: Rect)] { places.map { ($0.chart, $0.rect) } }

  init(size: Size, chart: InsightsModel.Chart) {
    let page = Rect.page(size)
    title = page.row
    left = size.columns >= 80 ? 4 : 2
    var rest = Rect(
      row: page.row + (size.rows >= 20 ? 2 : 1), column: left, rows: 0, columns: size.columns - 2 * left)
    rest.rows = size.rows - 1 - rest.row
    isWhole = size.columns >= 110 && size.rows >= 34
    axisColumns = max(1, (isWhole ? (rest.columns - 4) / 2 : rest.columns) - 10)
    guard isWhole else {
      // In the smallest windows the seven weekdays need all rows; their numbers stand beside them.
      part = size.columns < Self.wordsInBottomLine && (chart != .weekdays || rest.rows > 9) ? rest.takeBottom(1) : nil
      finding =
        size.rows >= 20 && chart == .weekdays ? rest.takeBottom(3) : Rect(row: 0, column: 0, rows: 0, columns: 0)
      places = [Place(chart: chart, rect: rest)]
      return
    }
    part = nil
    // The rows beyond the smallest window make the two upper rows of charts taller.
    let more = max(0, rest.rows - 31)
    let gap = 4
    let first = (rest.columns - gap) / 2
    func row(_ rows: Int) -> (left: Rect, right: Rect) {
      var row = rest.takeTop(rows)
      let left = row.takeLeft(first)
      _ = row.takeLeft(gap)
      _ = rest.takeTop(1)
      return (left, row)
    }
    let upper = row(14 + more / 2)
    let middle = row(9 + more / 3)
    let lower = (
      rest.takeLeft(first),
      Rect(
        row: rest.row, column: middle.right.column, rows: rest.rows, columns: middle.right.columns)
    )
    var weekdays = upper.right
    finding = weekdays.takeBottom(3)
    places = [
      Place(chart: .moods, rect: upper.left), Place(chart: .weekdays, rect: weekdays),
      Place(chart: .words, rect: middle.right), Place(chart: .hours, rect: lower.1),
      Place(chart: .categories, rect: middle.left), Place(chart: .tags, rect: lower.0),
    ]
  }
}

/// Columns of dots that stand side by side, two in each column of cells.
struct ChartDots: Hashable, Sendable {
  let left: Int
  /// Those that there is room for: the latest.
  let places: Range<Int>

  init(_ count: Int, in rect: Rect, from left: Int) {
    self.left = rect.column + left
    places = max(0, count - 2 * max(1, rect.columns - left))..<count
  }

  func column(_ place: Int) -> Int { left + (place - places.lowerBound) / 2 }

  /// The later one of both in a column, the earlier one where the later one has the cursor.
  func place(atColumn column: Int, besides cursor: Int?) -> Int? {
    let first = places.lowerBound + 2 * (column - left)
    guard column >= left, places.contains(first) else { return nil }
    return places.contains(first + 1) && cursor != first + 1 ? first + 1 : first
  }
}

/// Columns of a chart that stand side by side, with a free one between them where there is room.
struct ChartColumns: Hashable, Sendable {
  let left: Int
  let count: Int
  /// Columns from one to the next.
  let step: Int
  /// Columns of one.
  let columns: Int
  /// Those that there is room for: the latest.
  let places: Range<Int>

  /// - Parameter most: The most columns that one takes.
  init(_ count: Int, in rect: Rect, from left: Int = 0, most: Int) {
    self.left = rect.column + left
    self.count = count
    let room = max(1, rect.columns - left)
    step = max(1, min(most + 1, room / max(1, count)))
    columns = max(1, step > 2 ? step - 1 : step)
    places = max(0, count - max(1, room / step))..<count
  }

  func column(_ place: Int) -> Int { left + (place - places.lowerBound) * step }

  func place(atColumn column: Int) -> Int? {
    let place = places.lowerBound + (column - left) / step
    return column >= left && places.contains(place) ? place : nil
  }
}
