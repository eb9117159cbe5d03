/// Pictures: in the list, in the reader, one by one in the viewer, and those that were removed.
package enum PictureAction: String, ActionGroup {
  case attachPictures = "attach-pictures"
  case showPictures = "show-pictures"
  case selectPicture = "select-picture"
  case selectPictureBefore = "select-picture-before"
  case restorePicture = "restore-picture"
  case fetchPicture = "fetch-picture"
  case nextPicture = "next-picture"
  case previousPicture = "previous-picture"
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case zoomFit = "zoom-fit"
  case panLeft = "pan-left"
  case panRight = "pan-right"
  case editCaption = "edit-caption"
  case raisePicture = "raise-picture"
  case lowerPicture = "lower-picture"
  case savePicture = "save-picture"
  case openPicture = "open-picture"
  case removePicture = "remove-picture"
  case showRemovedPictures = "show-removed-pictures"
  case deletePicture = "delete-picture-for-good"

  package var info: ActionInfo {
    switch self {
    case .attachPictures: ActionInfo("Attach pictures", "picture", [.list, .reader, .viewer], ["i"])
    case .showPictures: ActionInfo("View pictures", "pictures", [.list, .reader], ["z"])
    case .selectPicture: ActionInfo("Next picture of the entry", "picture", [.reader], ["p"])
    case .selectPictureBefore: ActionInfo("Previous picture of the entry", "picture", [.reader], ["P"])
    case .restorePicture: ActionInfo("Restore the picture", "restore", [.removedPictures], ["r", "enter"])
    case .fetchPicture: ActionInfo("Fetch the picture", "fetch", [.reader, .viewer, .removedPictures], ["r", "f"])
    case .nextPicture: ActionInfo("Next picture", "next", [.viewer], ["n", "space"])
    case .previousPicture: ActionInfo("Previous picture", "previous", [.viewer], ["p", "backspace"])
    case .zoomIn: ActionInfo("Zoom in", "zoom in", [.viewer], ["+", "="])
    case .zoomOut: ActionInfo("Zoom out", "zoom out", [.viewer], ["-"])
    case .zoomFit: ActionInfo("Fit to window", "fit", [.viewer], ["0"])
    case .panLeft: ActionInfo("Move left, or to the previous picture", "left", [.viewer], ["left", "h"])
    case .panRight: ActionInfo("Move right, or to the next picture", "right", [.viewer], ["right", "l"])
    case .editCaption: ActionInfo("Write the caption", "caption", [.viewer], ["e", "c"])
    case .raisePicture: ActionInfo("Move the picture up", "move up", [.viewer], ["K", "shift-up", "shift-left"])
    case .lowerPicture: ActionInfo("Move the picture down", "move down", [.viewer], ["J", "shift-down", "shift-right"])
    case .savePicture: ActionInfo("Save a copy of the picture", "save", [.viewer], ["s"])
    case .openPicture: ActionInfo("Open the picture in another program", "open", [.viewer], ["o"])
    case .removePicture: ActionInfo("Remove the picture", "remove", [.viewer], ["d", "delete"])
    case .showRemovedPictures: ActionInfo("Removed pictures", "removed pictures", [.journal, .viewer], ["Z"])
    case .deletePicture:
      ActionInfo("Delete the picture forever …", "delete forever", [.removedPictures], ["D", "delete"])
    }
  }
}

extension Action {
  static let attachPictures = picture(.attachPictures), showPictures = picture(.showPictures)
  static let selectPicture = picture(.selectPicture), selectPictureBefore = picture(.selectPictureBefore)
  static let restorePicture = picture(.restorePicture), fetchPicture = picture(.fetchPicture)
  static let nextPicture = picture(.nextPicture), previousPicture = picture(.previousPicture)
  static let zoomIn = picture(.zoomIn), zoomOut = picture(.zoomOut), zoomFit = picture(.zoomFit)
  static let panLeft = picture(.panLeft), panRight = picture(.panRight), editCaption = picture(.editCaption)
  static let raisePicture = picture(.raisePicture), lowerPicture = picture(.lowerPicture)
  static let savePicture = picture(.savePicture), openPicture = picture(.openPicture)
  static let removePicture = picture(.removePicture), showRemovedPictures = picture(.showRemovedPictures)
  static let deletePicture = picture(.deletePicture)
}
