import Foundation
import JournalCore
import JournalStore
import JournalUI

/// What the screen wants of files of pictures: choosing, attaching, copying, opening.
struct PictureEffects: Sendable {
  let paths: JournalPaths
  let importer: PictureImporter

  var assets: AssetFolder { importer.assets }
  private var copies: PictureCopies { PictureCopies(assets: assets, home: paths.home) }

  /// Under which the folder is kept from which pictures were attached last.
  private static let folderKey = "pictures.folder"

  // MARK: Choosing

  func list(_ path: String?, _ kind: FolderListing.Kind, store: JournalStore) throws -> FolderListing {
    var usual = [paths.home]
    if kind == .pictures {
      usual.insert(paths.home + "/Pictures", at: 0)
      if path == nil, let last = try store.preference(Self.folderKey) { usual.insert(last, at: 0) }
    }
    return try FolderLister(home: paths.home, kind: kind).list(path, usual: usual)
  }

  // MARK: Attaching

  /// Files that were read, and what there is to say of all.
  struct Reading: Sendable {
    var pictures: [PreparedPicture] = []
    var progress: AttachProgress
    /// The folder of a file that was taken.
    var folder: String?
  }

  /// Reads files one by one; what cannot be taken is said, and the others go on.
  func read(_ request: AttachRequest, post: (AttachProgress) -> Void) -> Reading {
    var reading = Reading(progress: AttachProgress(done: 0, count: request.paths.count))
    for typed in request.paths {
      let path = HomeFolder(paths.home).resolved(typed)
      do {
        let picture = try importer.take(.file(path), keepsOriginal: request.keepsOriginal)
        reading.pictures.append(picture)
        reading.progress.sentences.append(picture.sentence)
        reading.folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      } catch {
        reading.progress.failures.append(CommandFailure(error).sentence)
      }
      reading.progress.done += 1
      // The last one is told once it is known whether the entry took them.
      if !reading.progress.isFinished { post(reading.progress) }
    }
    return reading
  }

  /// Makes what was read pictures of the entry; the edit that takes it back, or nil where there was nothing to do.
  ///
  /// - Parameter named: The name of each, where its maker has to show in it.
  func attach(
    _ reading: inout Reading, to entry: RecordName, in context: JournalContext, named: (() -> RecordName)? = nil
  ) throws -> JournalEdit? {
    let attachment = try context.attach(reading.pictures, to: entry, named: named)
    for name in attachment.repeated {
      reading.progress.failures.append("\(name) is in this entry already.")
      reading.progress.sentences.removeAll { $0.hasPrefix(name + ":") || $0 == name }
    }
    if let folder = reading.folder { try context.store.setPreference(Self.folderKey, folder) }
    return attachment.inverse
  }

  // MARK: Copies

  /// The same for pictures whose files lie elsewhere.
  func of(_ assets: AssetFolder) -> PictureEffects {
    PictureEffects(paths: paths, importer: importer.into(assets))
  }

  /// - Parameter shown: The picture as the screen knows it, where that is otherwise.
  func save(_ image: EntryImage, path: String, replaces: Bool, shownAs shown: EntryImage? = nil) throws -> Message {
    try OutputPlace.requireFile(HomeFolder(paths.home).resolved(path))
    do {
      return .pictureSaved(path: HomeFolder(paths.home).shown(try copies.save(image, to: path, replaces: replaces)))
    } catch let failure as CommandFailure where failure.code == .exists && !replaces {
      return .pictureExists(shown ?? image, path: path)
    }
  }

  func open(_ image: EntryImage) throws {
    try copies.open(image, folder: paths.openedFolder(), now: World.now())
  }
}
