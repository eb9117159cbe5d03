import JournalCore
import TerminalKit

/// Both sides of one merge, with what they came from and what became of them.
struct ConflictModel: ScreenState {
  typealias Work = ConflictScreen

  /// A version that can be looked at; `now` is what stands in the journal.
  enum Side: Hashable, Sendable, CaseIterable { case base, here, server, now }

  var merge: MergeNotice
  var details: MergeSides?
  /// Whether the details were asked for and are not to be had.
  var isUnreadable = false
  var side = Side.here
  /// The first line of the texts on the screen; all sides scroll together.
  var scroll = 0
  /// The sides, set for their panes.
  var pages: [Side: [[StyledText]]] = [:]
  var pageKey: PageKey?

  /// What the pages are made from.
  struct PageKey: Hashable, Sendable {
    var details: MergeSides
    var columns: [Side: Int]
    var theme: Theme
  }

  /// The sides that there is something to show of.
  var sides: [Side] {
    guard let details, details.kind == .entry, !details.fields.isEmpty else { return [] }
    return hasBase ? Side.allCases : [.here, .server, .now]
  }

  /// Whether what both sides came from is known.
  var hasBase: Bool { details?.fields.contains { $0.base != nil } ?? false }

  func value(of field: MergedField, _ side: Side) -> String? {
    switch side {
    case .base: field.base
    case .here: field.here
    case .server: field.server
    case .now: field.now
    }
  }

  /// What a side's differences are shown against: what both came from, or where that is lost, the side from here. What is
  /// in the journal now is there to be read.
  func reference(of side: Side) -> Side? {
    switch side {
    case .base, .now: nil
    case .here: hasBase ? .base : nil
    case .server: hasBase ? .base : .here
    }
  }
}
