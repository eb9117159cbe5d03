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
  /// Pictures whose bytes are not on this computer, or are damaged, and so are not in it.
  package var missing: [EntryImage] = []
  /// Pictures that this format has no place for.
  package var leftOut = 0
  /// Pictures whose files are of no kind that a page shows.
  package var unshown = 0

  package init(entries: Int = 0) { self.entries = entries }

  /// What a person should know although everything was written that could be, sentence by sentence.
  package var notes: [String] {
    var notes: [String] = []
    if !missing.isEmpty {
      let number = NumberText.counted(missing.count, "picture is", "pictures are")
      let names = missing.prefix(3).map { PictureLines.name($0) }.joined(separator: ", ")
      let more = missing.count > 3 ? " and \(NumberText.grouped(missing.count - 3)) more" : ""
      notes.append(
        "\(number) not in it, because the bytes are not on this computer: \(names)\(more). Bring them here with "
          + "“cloudjournal sync --all-images”, and export again.")
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
    let target = ExportTarget(path: path, kind: format, home: home, replaces: false)
    return try export(.entries(ids), as: format, to: target, assets: assets, title: title)
  }
}

extension ExportTarget {
  /// - Parameter path: `-` is standard output; a Markdown export to a folder, or to a path that ends in `/`, goes into it.
  package init(path: String, kind: ExportKind, home: String, replaces: Bool) {
    if path == "-" {
      self = .standardOutput
      return
    }
    var path = HomeFolder(home).resolved(path)
    var status = stat()
    let isFolder = path.hasSuffix("/") || (stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR)
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    self = isFolder && kind == .markdown ? .folder(path) : .file(path, replaces: replaces)
  }
}
