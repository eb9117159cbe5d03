/// Pictures: in the list, in the reader, and one by one over the whole screen.
extension Action {
  var pictureInfo: ActionInfo? {
    switch self {
    case .attachPictures: ActionInfo("Attach pictures", "image", [.list, .reader, .viewer], ["i"])
    case .showPictures: ActionInfo("Look at the pictures", "pictures", [.list, .reader], ["z"])
    case .selectPicture: ActionInfo("To the next picture of the entry", "picture", [.reader], ["p"])
    case .selectPictureBefore: ActionInfo("To the picture before", "picture", [.reader], ["P"])
    case .fetchPicture:
      ActionInfo("Fetch the picture, or try it again", "fetch", [.reader, .viewer, .removedPictures], ["r", "f"])
    case .nextPicture: ActionInfo("Next picture", "next", [.viewer], ["n", "space"])
    case .previousPicture: ActionInfo("Picture before", "before", [.viewer], ["p", "backspace"])
    case .zoomIn: ActionInfo("Zoom in", "zoom in", [.viewer], ["+", "="])
    case .zoomOut: ActionInfo("Zoom out", "zoom out", [.viewer], ["-"])
    case .zoomFit: ActionInfo("Show all of the picture", "fit", [.viewer], ["0"])
    case .panLeft: ActionInfo("Left over the picture, or the one before", "left", [.viewer], ["left", "h"])
    case .panRight: ActionInfo("Right over the picture, or the next one", "right", [.viewer], ["right", "l"])
    case .editCaption: ActionInfo("Write the caption", "caption", [.viewer], ["e", "c"])
    case .raisePicture: ActionInfo("Move the picture up", "move up", [.viewer], ["K", "shift-up", "shift-left"])
    case .lowerPicture:
      ActionInfo("Move the picture down", "move down", [.viewer], ["J", "shift-down", "shift-right"])
    case .savePicture: ActionInfo("Save a copy of the picture", "save", [.viewer], ["s"])
    case .openPicture: ActionInfo("Open the picture in another program", "open", [.viewer], ["o"])
    case .removePicture: ActionInfo("Remove the picture", "remove", [.viewer], ["d", "delete"])
    case .showRemovedPictures:
      ActionInfo("Pictures that were removed", "removed pictures", [.journal, .viewer], ["Z"])
    case .restorePicture: ActionInfo("Take the picture back", "take back", [.removedPictures], ["r", "enter"])
    case .deletePicture:
      ActionInfo("Delete the picture for good (asks)", "delete for good", [.removedPictures], ["D", "delete"])
    case .editorPictures: ActionInfo("Attach pictures to the entry", "image", [.editor], ["f12", "alt-i"])
    default: nil
    }
  }
}
