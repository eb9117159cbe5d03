import JournalCore
import TerminalKit

extension SharesDesk {
  mutating func openFilePicker(for purpose: FilePicker.Purpose) {
    var picker = FilePicker(purpose)
    let folder = purpose == .importing ? desk.importFolder : nil
    picker.ask(folder)
    dialogs.append(.files(picker))
    emit(.listFolder(folder, picker.kind))
  }
}

/// Keys and the mouse while files are chosen.
extension TopDialog {
  mutating func folderListed(_ listing: FolderListing) {
    changeFilePicker {
      $0.take(listing)
      $0.isRested = false
    }
    guard case .files(let picker) = dialogs.last, picker.isAwaited, !picker.isReading else { return }
    changeFilePicker { $0.isAwaited = false }
    // A file that was meant is taken; another one that is merely like it is shown.
    if picker.rows.isEmpty || picker.current?.name == picker.name { acceptFiles(picker) }
  }

  mutating func folderFailed(_ folder: String?, _ failure: Failure) { changeFilePicker { $0.fail(folder, failure) } }

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
    let page = max(1, FilesLayout(picker, size: size).rows.rows - 1)
    let marks = picker.purpose != .importing
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
    case (.tab, _): if picker.isPath || !marks { completePath(picker) } else { changeFilePicker { $0.toggleMark() } }
    case (.character(" "), []) where marks && !picker.isPath: changeFilePicker { $0.toggleMark() }
    case (.character("h"), .alt):
      changeFilePicker {
        $0.showsHidden.toggle()
        $0.filter()
      }
    case (.character("o"), .alt) where marks: changeFilePicker { $0.keepsOriginal.toggle() }
    default:
      changeFilePicker { $0.type(key) }
      followTypedPath()
    }
  }

  mutating func pasteIntoFiles(_ text: String) {
    guard case .files(let picker) = dialogs.last else { return }
    let paths = picker.purpose == .importing ? [] : PastedPaths.pictures(in: text)
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
    if case .files(let picker) = dialogs.last { emit(.listFolder(folder, picker.kind)) }
  }

  private mutating func openParent(_ picker: FilePicker) {
    // Out of a folder that cannot be read one comes back to where one was.
    if picker.failure != nil, let path = picker.listing?.path { return askFolder(path) }
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
      askFolder(typed)
    } else {
      clearQuery()
      askFolder(path)
    }
  }

  /// Tab completes the name under the cursor.
  private mutating func completePath(_ picker: FilePicker) {
    guard let item = picker.current else { return }
    if item.isFolder { return enterFolder(picker) }
    guard let folder = picker.typedFolder, !item.isWhole else { return }
    changeFilePicker {
      $0.query.replaceAll(FilePicker.joined(folder, item.name))
      $0.queryChanged()
    }
  }

  /// Enter opens the folder under the cursor, or takes what is chosen.
  private mutating func acceptFiles(_ picker: FilePicker) {
    if picker.current?.isFolder == true { return enterFolder(picker) }
    if picker.isReading, picker.isPath, picker.rows.isEmpty { return changeFilePicker { $0.isAwaited = true } }
    let paths = picker.chosen
    guard let first = paths.first else { return }
    dialogs.removeLast()
    switch picker.purpose {
    case .attaching(let target, _): ask(.attach(paths, target, keepsOriginal: picker.keepsOriginal))
    case .importing:
      if picker.query.isEmpty || picker.current != nil { desk.importFolder = picker.listing?.path }
      desk.importFiles(at: first)
    }
  }

  mutating func mouseInFiles(_ picker: FilePicker, _ event: MouseEvent) {
    let layout = FilesLayout(picker, size: size)
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

  func filesHints(_ picker: FilePicker) -> [KeyHints.Hint] {
    guard picker.purpose != .importing else {
      return [
        hint(glyphs.enter, "import, open"), hint("Tab", "complete"), hint(glyphs.left, "folder above"),
        hint("Alt-H", "hidden"), hint("Esc", "cancel"),
      ]
    }
    return [
      hint(glyphs.enter, "attach, open"), hint("Space", "mark"), hint(glyphs.left, "folder above"),
      hint("Alt-H", "hidden"), hint("Alt-O", "keep originals"), hint("Esc", "cancel"),
    ]
  }
}
