import Foundation
import Glibc
import JournalSeal
import SystemKit

/// What lies beside a journal's database, written anew, sealed or plain, to take the place of what is there.
///
/// The copies are whole and on the disk before anything is exchanged. They take their places without any key, and however often
/// that is begun.
struct FolderConversion {
  let paths: JournalPaths

  private var newImages: String { paths.images + ".new" }
  private var oldImages: String { paths.images + ".old" }

  // MARK: Copies

  /// Refuses a folder of pictures with something in it that is none, before anything is written.
  ///
  /// - Throws: ``CommandFailure`` that names it.
  func requireOurs() throws {
    guard FolderFiles.exists(paths.images) else { return }
    let files = try FolderFiles.all(in: paths.images, atMost: .max, followsLinks: false)
    let stranger = files.first { file in
      guard file.isRegular else { return true }
      let known = [AssetLock.fileName, AssetWriter.unfinishedPrefix, AssetFolder.damagedPrefix]
      return !known.contains { file.name.hasPrefix($0) } && !AssetFolder.isName(file.name)
    }
    guard let stranger else { return }
    throw CommandFailure(
      .invalidInput,
      "\(paths.images) has something in it that is no picture of the journal: \(stranger.name). Move it elsewhere first."
    )
  }

  /// Writes the copies: what `present` opens, as `wanted` seals it; nil is plain.
  ///
  /// - Throws: ``CommandFailure`` where a file cannot be read or written, or is damaged; ``removeCopies()`` has what is there go.
  func writeCopies(from present: JournalVault.Opened?, to wanted: JournalVault.Opened?) throws {
    try removeCopies()
    for path in paths.smallFiles { try copySmall(path, from: present, to: wanted) }
    try copyImages(from: present, to: wanted)
  }

  private static let ending = ".copy"

  private func copySmall(
    _ path: String, from present: JournalVault.Opened?, to wanted: JournalVault.Opened?
  ) throws {
    guard FolderFiles.exists(path) else { return }
    let name = JournalVault.name(of: path)
    let there = try WholeFile.read(path, atMost: 8 << 20)
    let bytes: [UInt8]
    do { bytes = try present?.smallFiles.open(there, name: name) ?? there } catch {
      throw CommandFailure(.damaged, "\(path) is damaged. Sign out first: cloudjournal account sign-out")
    }
    let sealed = try wanted?.smallFiles.seal(bytes, name: name, random: World.chance) ?? bytes
    try WholeFile.saying("cannot be written") { () throws(SystemError) in
      // What a process that was killed has left of the file is as the file was.
      try SystemFile.removeDrafts(of: path, isAlone: true)
      try SystemFile.replace(path + FolderConversion.ending, with: sealed)
    }
  }

  private func copyImages(from present: JournalVault.Opened?, to wanted: JournalVault.Opened?) throws {
    guard FolderFiles.exists(paths.images) else { return }
    let source = AssetFolder(of: paths, present)
    let target = AssetFolder(path: newImages, vault: AssetFolder(of: paths, wanted).vault)
    try FolderMaker.make(newImages)
    let files = try source.files()
    for file in files.pictures { try copy(file, "", from: source, to: target) }
    for file in files.others where file.name.hasPrefix(AssetFolder.damagedPrefix) {
      try copy(file, AssetFolder.damagedPrefix, from: source, to: target)
    }
    try FolderMaker.sync(newImages)
    try FolderMaker.sync(paths.folder)
  }

  /// - Parameter prefix: What stands before the name of a file that was set aside.
  private func copy(
    _ file: AssetFolder.File, _ prefix: String, from source: AssetFolder, to target: AssetFolder
  ) throws {
    let path = "\(source.path)/\(prefix.isEmpty ? source.fileName(file.name) : file.name)"
    let name = prefix.isEmpty ? file.name : source.pictureName(String(file.name.dropFirst(prefix.count)))
    guard AssetFolder.isName(name) else { return }
    let copy = "\(target.path)/\(prefix)\(target.fileName(name))"
    if let vault = target.vault {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { throw WholeFile.failure(path, "cannot be read", errno) }
      defer { close(descriptor) }
      // What is damaged goes along as it is, and is found to be so as before.
      try vault.seal(descriptor, path, digest: name, to: copy)
    } else if let vault = source.vault {
      let descriptor = try WholeFile.saying("cannot be written") { () throws(SystemError) in
        try SystemFile.create(copy)
      }
      defer { close(descriptor) }
      do {
        try vault.forEachPiece(of: path, digest: name) {
          try WholeFile.write(Array($0), to: descriptor, name: copy)
        }
      } catch is SealFailure {
        guard !prefix.isEmpty else {
          throw CommandFailure(
            .damaged, "A picture is damaged on the disk. Set it aside first: cloudjournal doctor --repair")
        }
      }
      guard fsync(descriptor) == 0 else { throw WholeFile.failure(copy, "cannot be written", errno) }
    }
    target.setViewed(path: copy, at: file.viewedAt)
  }

  /// Removes copies that are not to be used.
  ///
  /// - Throws: ``CommandFailure`` where that cannot be done.
  func removeCopies() throws {
    try remove(newImages)
    for path in copies {
      try WholeFile.saying("cannot be removed") { () throws(SystemError) in try SystemFile.remove(path) }
    }
    removeUnfinished()
  }

  /// Removes what a process that was killed has left of copies: plain bytes, where it was to make the journal plain.
  private func removeUnfinished() {
    for name in FolderFiles.names(in: paths.folder, prefix: "") where name.hasSuffix(".new") {
      if name.contains(FolderConversion.ending + ".") { unlink("\(paths.folder)/\(name)") }
    }
  }

  /// Of small files, as far as they are there.
  private var copies: [String] {
    paths.smallFiles.map { $0.hasSuffix(FolderConversion.ending) ? $0 : $0 + FolderConversion.ending }
      .filter(FolderFiles.exists)
  }

  // MARK: Exchange

  /// Has the copies take their places, and removes what was there.
  ///
  /// - Throws: ``CommandFailure`` where that cannot be done; it may be begun again.
  func takePlaces() throws {
    if FolderFiles.exists(newImages) {
      if FolderFiles.exists(paths.images) {
        // An empty one was made after the former one had gone.
        if FolderFiles.exists(oldImages) { rmdir(paths.images) } else { try move(paths.images, to: oldImages) }
      }
      try move(newImages, to: paths.images)
    }
    for path in copies { try move(path, to: String(path.dropLast(FolderConversion.ending.count))) }
    removeUnfinished()
    try remove(oldImages)
  }

  private func move(_ path: String, to target: String) throws {
    guard FolderFiles.exists(path) else { return }
    try WholeFile.saying("cannot be moved", about: path) { () throws(SystemError) in
      try SystemFile.move(path, to: target)
      try SystemFile.syncFolder(SystemFile.folder(of: path))
    }
  }

  private func remove(_ folder: String) throws {
    guard FolderFiles.exists(folder) else { return }
    try WholeFile.saying("cannot be removed") { () throws(SystemError) in try SystemFile.removeFolder(folder) }
    try FolderMaker.sync(SystemFile.folder(of: folder))
  }

  // MARK: What was made of them elsewhere

  /// Removes pictures as they were drawn, and copies for other programs, from the disk: they are plain.
  func forgetDrawings() {
    for folder in [paths.renderings, paths.isRuntimeOffDisk ? nil : paths.runtimeFolder + "/opened"].compactMap(\.self)
    {
      // What cannot be removed is told with the copies of before.
      for file in FolderFiles.regular(in: folder) { unlink("\(folder)/\(file.name)") }
    }
  }
}
