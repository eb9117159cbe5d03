package import JournalCore
package import TerminalKit

/// Where a picture's bytes come from.
package enum PictureSource: Hashable, Sendable {
  /// A picture of the journal, by the SHA-256 of its bytes.
  case asset(String)
  /// A file that may be attached.
  case file(String)
}

/// A picture that the screen wants to show, in a box of cells.
package struct PictureRequest: Hashable, Sendable {
  /// The place that the bytes are read from.
  package var source: PictureSource
  /// The picture is fitted into it and keeps its proportions.
  package var box: Size
  /// The part of the picture that is shown, and how large.
  package var view: PictureView
  /// Whose picture it is, so that its bytes can be fetched; nil for a file.
  package var image: RecordName?
  /// Tells a file from another one that had its path before: its size and time. Empty for an asset, which its name tells.
  package var version: String

  package init(
    source: PictureSource, box: Size, view: PictureView = .whole, image: RecordName? = nil, version: String = ""
  ) {
    (self.source, self.box, self.view, self.image, self.version) = (source, box, view, image, version)
  }

  /// The name under which the terminal keeps the pixels.
  package var key: PictureKey {
    switch source {
    case .asset(let digest): PictureKey(content: digest, box: box, view: view)
    case .file(let path): PictureKey(content: "\(path)\n\(version)", box: box, view: view)
    }
  }
}

/// What became of a request.
package enum PictureOutcome: Hashable, Sendable {
  /// Rendered. The terminal has the pixels, if there are any, before this message comes.
  case shown(ShownPicture)
  /// The bytes are on the server only; the screen asks for them with ``SyncRequest`` if it wants them.
  case elsewhere(bytes: Int64?)
  /// They are on their way.
  case fetching(done: Int64, of: Int64?)
  /// It cannot be shown: a sentence that says why, and whether trying again may help.
  case failed(Failure, canRetry: Bool)
}

/// A rendering that is at hand.
package struct ShownPicture: Hashable, Sendable {
  /// Drawn where the terminal takes no pixels, or where the picture stands partly outside its pane.
  package var cells: PictureCells
  /// Whether the terminal has the pixels under the request's key.
  package var hasPixels: Bool
  /// Width of the whole picture in pixels, once it stands upright.
  package var width: Int
  /// Height of the whole picture in pixels.
  package var height: Int
  /// Bytes of the file; nil where that is not known.
  package var bytes: Int64?
  /// When it was taken, as the camera's clock stood; nil where it does not say.
  package var takenAt: CivilDateTime?
  /// The usual ending of such a file, without its dot, such as `jpg`; empty where that is not known.
  package var fileExtension: String

  package init(
    cells: PictureCells, hasPixels: Bool, width: Int, height: Int, bytes: Int64? = nil, takenAt: CivilDateTime? = nil,
    fileExtension: String = ""
  ) {
    (self.cells, self.hasPixels, self.width, self.height) = (cells, hasPixels, width, height)
    (self.bytes, self.takenAt, self.fileExtension) = (bytes, takenAt, fileExtension)
  }
}

/// What is in a folder, for choosing files to attach.
package struct FolderListing: Hashable, Sendable {
  /// Its path, absolute, without `.` and `..`.
  package var path: String
  /// What was asked for, as it was typed or chosen; nil where none was named.
  package var asked: String?
  /// Folders first, then files by their names.
  package var items: [Item]

  /// Which files of a folder are listed.
  package enum Kind: Hashable, Sendable {
    /// Those that begin as pictures do.
    case pictures
    /// All that are not empty.
    case files
  }

  /// One folder or file.
  package struct Item: Hashable, Sendable {
    /// The file's name, without the path.
    package var name: String
    /// Whether it is a folder, or a link to one.
    package var isFolder: Bool
    /// The file's size in bytes; of no meaning for a folder.
    package var bytes: Int64
    /// When the file was last written.
    package var modifiedAt: Instant

    package init(name: String, isFolder: Bool, bytes: Int64, modifiedAt: Instant) {
      (self.name, self.isFolder, self.bytes, self.modifiedAt) = (name, isFolder, bytes, modifiedAt)
    }

    /// The folder that is listed, where it can be taken as a whole.
    static let whole = Item(name: ".", isFolder: false, bytes: 0, modifiedAt: Instant(milliseconds: 0))
    var isWhole: Bool { name == "." }
  }

  package init(path: String, items: [Item], asked: String? = nil) {
    self.path = path
    self.asked = asked
    self.items = items
  }
}

/// Files that become pictures of an entry.
package struct AttachRequest: Hashable, Sendable {
  /// The entry that gets the pictures.
  package var entry: RecordName
  /// Paths as typed or chosen: `~` stands for the home directory.
  package var paths: [String]
  /// Keeps the bytes as they are, with the place and the camera in them.
  package var keepsOriginal: Bool

  package init(entry: RecordName, paths: [String], keepsOriginal: Bool = false) {
    (self.entry, self.paths, self.keepsOriginal) = (entry, paths, keepsOriginal)
  }
}

/// How attaching goes, and what came of it.
package struct AttachProgress: Hashable, Sendable {
  /// Files that were read or refused so far.
  package var done: Int
  /// Files in all.
  package var count: Int
  /// What was said of each file: "canal.jpg: 4000 × 3000, location removed", or why it was refused.
  package var sentences: [String]
  /// A sentence for each file that was refused, and why.
  package var failures: [String]

  package init(done: Int, count: Int, sentences: [String] = [], failures: [String] = []) {
    (self.done, self.count, self.sentences, self.failures) = (done, count, sentences, failures)
  }

  /// Whether every file was read or refused.
  package var isFinished: Bool { done == count }
}
