import Glibc
package import JournalCore
import JournalFormats
import JournalStore
import TerminalKit

/// Which entries are exported.
package enum ExportSelection: Hashable, Sendable {
  /// All of them; an archive takes those in the trash along.
  case everything
  case listing(ListingRequest)
  case entries([RecordName])
}

/// What an export has written.
package struct ExportReport: Hashable, Sendable {
  /// Entries that were written.
  package var entries = 0
  /// Files of pictures that it holds.
  package var pictures = 0
  /// Pictures whose bytes are not on this computer, and so are not in it.
  package var missing: [EntryImage] = []
  /// Pictures whose files are damaged: what they are called, and the files.
  package var damaged: [String] = []
  /// Pictures whose files cannot be read: what they are called, and the files.
  package var unreadable: [String] = []
  /// Files kept beside entries whose bytes are not here any more, or are damaged: their names.
  package var lostFiles: [String] = []
  /// Pictures that this format has no place for.
  package var leftOut = 0
  /// Pictures whose files are of no kind that a page shows.
  package var unshown = 0

  package init(entries: Int = 0) { self.entries = entries }

  /// Whether bytes are lost, which a script should hear of. Pictures that are not on this computer may be on the server.
  package var isLossy: Bool { !(lostFiles.isEmpty && damaged.isEmpty && unreadable.isEmpty) }

  /// Whether a picture's bytes are here and sound; one that is not is noted, with what is wrong.
  ///
  /// - Parameter asset: The name of its bytes.
  mutating func canTake(_ image: EntryImage, _ asset: String, of assets: AssetFolder) throws -> Bool {
    let name = "\(PictureLines.name(image)) (\(assets.path(of: asset)))"
    guard assets.contains(asset) || access(assets.path(of: asset), F_OK) != 0 else {
      unreadable.append(name)
      return false
    }
    do {
      switch try assets.state(of: asset) {
      case .sound: return true
      case .missing: missing.append(image)
      case .damaged: damaged.append(name)
      }
    } catch is CommandFailure {
      unreadable.append(name)
    }
    return false
  }

  /// What a person should know although everything was written that could be, sentence by sentence.
  package var notes: [String] {
    var notes: [String] = []
    func say(_ names: [String], _ why: String, _ remedy: String) {
      guard !names.isEmpty else { return }
      let number = NumberText.counted(names.count, "picture is", "pictures are")
      let more = names.count > 3 ? " and \(NumberText.grouped(names.count - 3)) more" : ""
      let first = names.prefix(3).joined(separator: ", ")
      notes.append("\(number) not in it, because \(why): \(first)\(more). \(remedy)")
    }
    say(
      missing.map { PictureLines.name($0) }, "the bytes are not on this computer",
      "Bring them here with “cloudjournal sync --all-images”, and export again.")
    say(
      damaged, damaged.count == 1 ? "its file is damaged" : "their files are damaged",
      "“cloudjournal doctor --repair” sets damaged files aside, so that sound ones can come.")
    say(
      unreadable, unreadable.count == 1 ? "its file cannot be read" : "their files cannot be read",
      "Look at the disk, and at who may read them.")
    if !lostFiles.isEmpty {
      let number = NumberText.counted(lostFiles.count, "kept file is", "kept files are")
      let more = lostFiles.count > 3 ? " and \(NumberText.grouped(lostFiles.count - 3)) more" : ""
      let first = lostFiles.prefix(3).joined(separator: ", ")
      notes.append("\(number) not in it, because the bytes are missing or damaged: \(first)\(more).")
    }
    if leftOut > 0 {
      let number = NumberText.counted(leftOut, "picture is", "pictures are")
      notes.append(
        "\(number) not in it: an archive, HTML, a zip for Day One, or Markdown into a folder takes pictures along.")
    }
    if unshown > 0 {
      let number = NumberText.counted(unshown, "picture is", "pictures are")
      notes.append("\(number) not in it: the files are of no kind that a page can show.")
    }
    return notes
  }
}

/// A journal and which of its entries are exported.
package struct ExportSource {
  let context: JournalContext
  let assets: AssetFolder
  let selection: ExportSelection

  package init(_ context: JournalContext, assets: AssetFolder, _ selection: ExportSelection) {
    (self.context, self.assets, self.selection) = (context, assets, selection)
  }
}

extension JournalContext {
  /// Writes entries of this journal; see ``EntryExport``.
  ///
  /// - Parameter title: What a book is called.
  /// - Throws: The errors of ``EntryExport/write(as:to:at:)``.
  package func export(
    _ selection: ExportSelection, as kind: ExportKind, to target: ExportTarget, assets: AssetFolder,
    title: String = "Journal"
  ) throws -> ExportReport {
    let source = ExportSource(self, assets: assets, selection)
    return try EntryExport([source], title: title).write(as: kind, to: target, at: now.instant)
  }

  /// Exports the entries marked on screen; a path that is there already is refused.
  ///
  /// - Parameters:
  ///   - path: `~` at its beginning stands for the home folder; a Markdown export to a path that ends in `/`
  ///   makes one file per entry.
  ///   - title: What a book is called.
  /// - Throws: The errors of ``export(_:as:to:assets:title:)``.
  package func exportEntries(
    ids: [RecordName], format: ExportKind, path: String, home: String, assets: AssetFolder, title: String = "Journal"
  ) throws -> ExportReport {
    let target = try ExportTarget(path: path, kind: format, home: home, replaces: false)
    return try export(.entries(ids), as: format, to: target, assets: assets, title: title)
  }
}

extension ExportTarget {
  /// - Parameter path: `-` is standard output, as `/dev/stdout` is; a Markdown export to a folder, or to a path that ends in `/`, goes into it.
  /// - Throws: ``CommandFailure`` where a path that ends in `/` is given for what is one file.
  package init(path: String, kind: ExportKind, home: String, replaces: Bool) throws {
    if path == "-" || OutputPlace.descriptor(named: path) == STDOUT_FILENO {
      self = .standardOutput
      return
    }
    guard kind == .markdown || !path.hasSuffix("/") else {
      throw CommandFailure.usage(
        "“\(path)” is the name of a folder, and the format \(kind.rawValue) is one file. Name a file in that folder.")
    }
    var path = HomeFolder(home).resolved(path)
    var status = stat()
    let isFolder = path.hasSuffix("/") || (stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR)
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    self = isFolder && kind == .markdown ? .folder(path, replaces: replaces) : .file(path, replaces: replaces)
  }
}
