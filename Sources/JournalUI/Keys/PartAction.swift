/// Going from one part of a screen to the next.
package enum PartAction: String, ActionGroup {
  case nextPart = "next-part"
  case previousPart = "previous-part"
  case nextSection = "next-section"
  case previousSection = "previous-section"

  package var info: ActionInfo {
    switch self {
    case .nextPart: ActionInfo("Next pane", "pane", [.sync, .conflict], ["tab", "right"])
    case .previousPart: ActionInfo("Previous pane", "pane", [.sync, .conflict], ["shift-tab", "left"])
    case .nextSection: ActionInfo("Next section or screen", "next part", [.settings, .help], ["tab"])
    case .previousSection:
      ActionInfo("Previous section or screen", "previous part", [.settings, .help], ["shift-tab"])
    }
  }

  /// How many parts it goes on.
  var step: Int {
    switch self {
    case .nextPart, .nextSection: 1
    case .previousPart, .previousSection: -1
    }
  }
}

extension Action {
  static let nextPart = part(.nextPart), previousPart = part(.previousPart), nextSection = part(.nextSection)
  static let previousSection = part(.previousSection)
}
