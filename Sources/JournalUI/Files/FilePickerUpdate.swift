import JournalCore
import TerminalKit

/// Keys and the mouse while files are chosen.
extension TopDialog {
  mutating func folderListed(_ listing: FolderListing) {
    changeFilePicker {
      $0.take(listing)
      $0.isRested = false
    }
  }

  mutating func folderFailed(_ failure: Failure) { changeFilePicker { $0.fail(failure) } }

  /// Changes the files that are chosen from, wherever their dialog lies, and notices that the cursor moved.
  mutating func changeFilePicker(_ change: (inout FilePicker) -> Void) {
    guard let place = dialogs.lastIndex(where: { if case .files = $0 { true } else { false } }),
      case .files(var picker) = dialogs[place]
    else { return }
    let before = picker.currentPath
    change(&picker)
    dialogs[place] = .files(picker)
    if picker.currentPath != before || !picker.isRested, picker.current?.isFolder == false {
      emit(.startTimer(.pictures, milliseconds: FilePicker.previewDelay))
    }
  }

  mutating func handleFiles(_ picker: FilePicker, _ key: Key) {
    let page = max(1, FilesLayout(size: size).rows.rows - 1)
    let isEmpty = picker.query.isEmpty
    switch (key.code, key.modifiers) {
    case (.escape, _):
      if isEmpty { dialogs.removeLast() } else { clearQuery() }
    case (.enter, _): acceptFiles(picker)
    case (.up, _), (.character("p"), .control): changeFilePicker { $0.move(by: -1) }
    case (.down, _), (.character("n"), .control): changeFilePicker { $0.move(by: 1) }
    case (.pageUp, _): changeFilePicker { $0.move(by: -page) }
    case (.pageDown, _): changeFilePicker { $0.move(by: page) }
    case (.home, _) where isEmpty: changeFilePicker { $0.move(by: -$0.rows.count) }
    case (.end, _) where isEmpty: changeFilePicker { $0.move(by: $0.rows.count) }
    case (.left, _) where isEmpty, (.backspace, _) where isEmpty: openParent(picker)
    case (.right, _) where picker.current?.isFolder == true: enterFolder(picker)
    case (.right, _) where isEmpty: break
    case (.tab, _): if picker.isPath { completePath(picker) } else { changeFilePicker { $0.toggleMark() } }
    case (.character(" "), []) where !picker.isPath: changeFilePicker { $0.toggleMark() }
    case (.character("h"), .alt):
      changeFilePicker {
        $0.showsHidden.toggle()
        $0.filter()
      }
    case (.character("o"), .alt): changeFilePicker { $0.keepsOriginal.toggle() }
    default:
      changeFilePicker { $0.type(key) }
      followTypedPath()
    }
  }

  mutating func pasteIntoFiles(_ text: String) {
    let paths = PastedPaths.pictures(in: text)
    if !paths.isEmpty { return changeFilePicker { $0.mark(paths) } }
    changeFilePicker {
      $0.query.paste(text)
      $0.queryChanged()
    }
    followTypedPath()
  }

  private mutating func clearQuery() {
    changeFilePicker {
      $0.query.replaceAll("")
      $0.queryChanged()
    }
  }

  /// Reads the folder of a path that is being typed, where it is another one than is shown.
  private mutating func followTypedPath() {
    guard case .files(let picker) = dialogs.last, let folder = picker.typedFolder, picker.asked != folder else {
      return
    }
    guard picker.isReading || picker.listing.map({ FilePicker.joined($0.path, "") }) != folder else { return }
    askFolder(folder)
  }

  private mutating func askFolder(_ folder: String, from child: String? = nil) {
    changeFilePicker { $0.ask(folder, from: child) }
    emit(.listFolder(folder))
  }

  private mutating func openParent(_ picker: FilePicker) {
    guard let path = picker.listing?.path, path != "/", let slash = path.lastIndex(of: "/") else { return }
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    askFolder(parent, from: String(path[path.index(after: slash)...]))
  }

  private mutating func enterFolder(_ picker: FilePicker) {
    guard let item = picker.current, item.isFolder, let path = picker.currentPath else { return }
    if picker.isPath, let folder = picker.typedFolder {
      let typed = FilePicker.joined(folder, item.name) + "/"
      changeFilePicker {
        $0.query.replaceAll(typed)
        $0.queryChanged()
      }
    } else {
      clearQuery()
    }
    askFolder(path)
  }

  /// Tab completes the name under the cursor.
  private mutating func completePath(_ picker: FilePicker) {
    guard let item = picker.current, let folder = picker.typedFolder else { return }
    if item.isFolder { return enterFolder(picker) }
    changeFilePicker {
      $0.query.replaceAll(FilePicker.joined(folder, item.name))
      $0.queryChanged()
    }
  }

  /// Enter opens the folder under the cursor, or attaches what is chosen.
  private mutating func acceptFiles(_ picker: FilePicker) {
    if picker.current?.isFolder == true { return enterFolder(picker) }
    if picker.isReading, picker.isPath, picker.rows.isEmpty { return }
    let paths = picker.chosen
    guard !paths.isEmpty else { return }
    dialogs.removeLast()
    ask(.attach(paths, picker.target, keepsOriginal: picker.keepsOriginal))
  }

  mutating func mouseInFiles(_ picker: FilePicker, _ event: MouseEvent) {
    let layout = FilesLayout(size: size)
    if let step = event.wheel { return changeFilePicker { $0.move(by: step * 3) } }
    guard event.kind == .press || event.kind == .doublePress else { return }
    guard layout.box.contains(event.position) else {
      dialogs.removeLast()
      return
    }
    let index = picker.top + event.position.row - layout.rows.row
    guard layout.rows.contains(event.position), picker.rows.indices.contains(index) else { return }
    changeFilePicker { $0.move(by: index - $0.cursor) }
    guard event.kind == .doublePress, case .files(let moved) = dialogs.last else { return }
    acceptFiles(moved)
  }

  var filesHints: [KeyHints.Hint] {
    [
      hint(glyphs.enter, "attach, open"), hint("Space", "mark"), hint(glyphs.left, "folder above"),
      hint("Alt-H", "hidden"), hint("Alt-O", "keep originals"), hint("Esc", "cancel"),
    ]
  }
}
