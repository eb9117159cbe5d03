/// Both sides of a merge.
package enum ConflictAction: String, ActionGroup {
  case takeSide = "take-side"
  case takeHere = "take-here"
  case takeServer = "take-server"
  case keepBoth = "keep-both"
  case editMerged = "edit-merged"

  package var info: ActionInfo {
    switch self {
    case .takeSide: ActionInfo("Keep the version under the cursor", "keep", [.conflict], ["enter"])
    case .takeHere: ActionInfo("Keep this device’s version", "keep mine", [.conflict], ["1"])
    case .takeServer: ActionInfo("Keep the server’s version", "keep server’s", [.conflict], ["2"])
    case .keepBoth: ActionInfo("Keep both, as merged", "keep both", [.conflict], ["b", "3"])
    case .editMerged: ActionInfo("Edit the entry", "edit", [.conflict], ["e"])
    }
  }
}

extension Action {
  static let takeSide = conflict(.takeSide), takeHere = conflict(.takeHere), takeServer = conflict(.takeServer)
  static let keepBoth = conflict(.keepBoth), editMerged = conflict(.editMerged)
}
