/// Pictures: in the list, in the reader, and one by one over the whole screen.
extension Action {
  var pictureInfo: ActionInfo? {
    switch self {
    case .attachPictures: ActionInfo("Attach pictures", "picture", [.list, .reader, .viewer], ["i"])
    case .showPictures: ActionInfo("View pictures", "pictures", [.list, .reader], ["z"])
    case .selectPicture: ActionInfo("Next picture of the entry", "picture", [.reader], ["p"])
    case .selectPictureBefore: ActionInfo("Previous picture of the entry", "picture", [.reader], ["P"])
    case .fetchPicture:
      ActionInfo("Fetch the picture", "fetch", [.reader, .viewer, .removedPictures], ["r", "f"])
    case .nextPicture: ActionInfo("Next picture", "next", [.viewer], ["n", "space"])
    case .previousPicture: ActionInfo("Previous picture", "previous", [.viewer], ["p", "backspace"])
    case .zoomIn: ActionInfo("Zoom in", "zoom in", [.viewer], ["+", "="])
    case .zoomOut: ActionInfo("Zoom out", "zoom out", [.viewer], ["-"])
    case .zoomFit: ActionInfo("Fit to window", "fit", [.viewer], ["0"])
    case .panLeft: ActionInfo("Move left, or to the previous picture", "left", [.viewer], ["left", "h"])
    case .panRight: ActionInfo("Move right, or to the next picture", "right", [.viewer], ["right", "l"])
    case .editCaption: ActionInfo("Write the caption", "caption", [.viewer], ["e", "c"])
    case .raisePicture: ActionInfo("Move the picture up", "move up", [.viewer], ["K", "shift-up", "shift-left"])
    case .lowerPicture:
      ActionInfo("Move the picture down", "move down", [.viewer], ["J", "shift-down", "shift-right"])
    case .savePicture: ActionInfo("Save a copy of the picture", "save", [.viewer], ["s"])
    case .openPicture: ActionInfo("Open the picture in another program", "open", [.viewer], ["o"])
    case .removePicture: ActionInfo("Remove the picture", "remove", [.viewer], ["d", "delete"])
    case .showRemovedPictures:
      ActionInfo("Removed pictures", "removed pictures", [.journal, .viewer], ["Z"])
    case .restorePicture: ActionInfo("Restore the picture", "restore", [.removedPictures], ["r", "enter"])
    case .deletePicture:
      ActionInfo("Delete the picture forever …", "delete forever", [.removedPictures], ["D", "delete"])
    case .editorPictures: ActionInfo("Attach pictures to the entry", "picture", [.editor], ["f12", "alt-i"])
    default: nil
    }
  }
}
