import JournalCore
import TerminalKit

/// Where the parts of the status view are: all of them where there is room; where not, the part that has the keys takes the
/// place of the others.
struct SyncLayout: Hashable, Sendable {
  /// The width from which on the numbers stand side by side.
  static let wide = 100
  /// The width from which on the details stand beside the list.
  private static let detailed = 160

  /// So many rows of the list leave the sentences above it room in a low window, too.
  static let few = 3

  /// Free columns at both sides, where there are enough.
  static func margin(_ size: Size) -> Int { size.columns >= 120 ? 4 : 0 }

  /// Boxes with their borders; nil where they are not shown.
  var now: Rect?
  var list: Rect?
  var change: Rect?
  var log: Rect?
  /// The line that says what is folded away; nil where it is not, or where there is no room.
  var fold: Rect?

  init(size: Size, part: SyncModel.Part, nowLines: Int, isDetailed: Bool, listed: Int) {
    var rest = Rect(size)
    _ = rest.takeTop(1)
    _ = rest.takeBottom(1)
    let margin = Self.margin(size)
    rest = Rect(row: rest.row, column: margin, rows: rest.rows, columns: rest.columns - 2 * margin)
    if size.columns >= Self.wide, rest.rows >= 16 {
      now = rest.takeTop(min(nowLines + 1, rest.rows - 8))
      if part == .log || isDetailed {
        log = rest.takeBottom(part == .log ? rest.rows / 2 : max(5, min(rest.rows / 3, 14)))
      } else {
        // Above the keys a row stays free.
        _ = rest.takeBottom(1)
        fold = rest.takeBottom(1)
      }
      // Where nothing is listed there is nothing to choose.
      if listed == 0, part != .change {
        list = rest
        return
      }
      if size.columns >= Self.detailed {
        list = rest.takeLeft(rest.columns * 58 / 100)
        // Its heading stands beside the first one of the list.
        _ = rest.takeTop(1)
        change = rest
      } else if part == .change {
        _ = rest.takeTop(1)
        change = rest
      } else {
        list = rest
      }
      return
    }
    let room = rest.rows
    // Two lines always stay: what goes on, and what waits.
    let most =
      room >= 20 ? room / 2 : listed <= Self.few ? max(2, room - listed - 3) : room >= 14 ? 4 : 2
    let lines = min(nowLines, most)
    // The list has a free row above it, the other parts have none of their own.
    if part == .list || room >= 14 { now = rest.takeTop(lines + (part == .list ? 1 : 2)) }
    switch part {
    case .change: change = rest
    case .log: log = rest
    case .list:
      if room >= 20, isDetailed { log = rest.takeBottom(max(3, min(7, rest.rows - 6))) }
      if room >= 20, !isDetailed { _ = rest.takeBottom(1) }
      if room >= 14, !isDetailed { fold = rest.takeBottom(1) }
      list = rest
    }
  }
}

extension SyncScreen {
  var layout: SyncLayout {
    SyncLayout(size: size, part: state.part, nowLines: headRows, isDetailed: state.isDetailed, listed: listed)
  }

  /// How many rows there are of what needs the person, waits or was merged; what was sent and fetched takes no room from
  /// the sentences.
  var listed: Int {
    let rows = self.rows
    return rows.contains { $0.item != nil && !$0.isRecent } ? rows.count { !$0.isRecent } : 0
  }

  mutating func mouse(_ event: MouseEvent) {
    let layout = self.layout
    let isPress = event.kind == .press || event.kind == .doublePress
    if let rect = layout.list, rect.contains(event.position) {
      if isPress { state.part = .list }
      if let step = event.wheel {
        state.part = .list
        return move(by: step)
      }
      let index = state.top + event.position.row - rect.inside.row
      let lines = self.lines
      guard isPress, rect.inside.contains(event.position), lines.indices.contains(index),
        let item = lines[index].row?.item
      else { return }
      select(item)
      if event.kind == .doublePress { perform(SyncAction.showDetails) }
    } else if let rect = layout.change, rect.contains(event.position) {
      if let step = event.wheel { state.scroll += step * 3 } else if isPress { state.part = .change }
    } else if let rect = layout.log, rect.contains(event.position) {
      if let step = event.wheel { state.logTop += step * 3 } else if isPress { state.part = .log }
    }
  }
}
