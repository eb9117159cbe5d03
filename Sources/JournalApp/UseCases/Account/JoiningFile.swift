import CloudClient
package import JournalSeal
package import JournalSync
import SystemKit

/// The six words of a device that asks to be let in, so that every process of this computer shows and waits for the same
/// ones; for their owner's eyes alone (0600), like the device's keys beside it.
///
/// It is written before the server has the request, and only by a process that has read what it replaces: the words that are
/// shown are always those of the request that goes there.
package struct JoiningFile: Sendable {
  /// The request as it is kept.
  package struct Kept: Sendable {
    /// With the words to be shown.
    package let joining: KeyDesk.Joining
    /// Whether the server is known to have had it.
    package let isSent: Bool
  }

  private let file: PrivateFile
  private let lockPath: String

  /// - Parameter paths: Of the journal.
  package init(_ paths: JournalPaths) {
    lockPath = paths.keysLock
    file = PrivateFile(
      path: paths.joiningFile, exposure: "who can read it can pass for this computer while it asks to be let in",
      sizeLimit: 16 << 10, seal: JournalVault.fileSeal(paths))
  }

  /// The request that waits; nil where there is none, and where there is none that can be used: another is made then.
  ///
  /// - Throws: ``PrivateFileError`` where it cannot be read.
  package func kept(of device: DeviceID) throws -> Kept? {
    guard let bytes = try file.contents(), let note = RequestNote(decoding: bytes), note.request.device.id == device
    else { return nil }
    do {
      return Kept(joining: try KeyDesk.Joining(words: note.words, request: note.request), isSent: note.isSent)
    } catch {
      // Words of another request.
      return nil
    }
  }

  /// Keeps a request in place of the one that was read before.
  ///
  /// - Parameters:
  ///   - isSent: Whether the server has it.
  ///   - former: As ``kept(of:)`` gave it.
  /// - Returns: false where another process has kept another one meanwhile; nothing was written then.
  /// - Throws: ``PrivateFileError`` where it cannot be written.
  package func keep(_ joining: KeyDesk.Joining, isSent: Bool, over former: Kept?) throws -> Bool {
    let bytes = try RequestNote(words: joining.words, request: joining.request, isSent: isSent).encoded()
    let lock = try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.wait(lockPath) }
    return try withExtendedLifetime(lock) {
      let there = try kept(of: joining.request.device.id)
      guard there?.joining.request == former?.joining.request else { return false }
      try file.replace(with: bytes, isAlone: true)
      return true
    }
  }

  /// Forgets the request: it was answered, or is not wanted any more.
  ///
  /// - Throws: ``PrivateFileError``.
  package func remove() throws { try file.remove() }
}

/// How often words were typed for each request that a device has made, whichever process of this computer they were typed in.
package struct TriesFile: Sendable {
  private let file: PrivateFile
  private let lockPath: String

  /// - Parameter paths: Of the journal.
  package init(_ paths: JournalPaths) {
    lockPath = paths.keysLock
    file = PrivateFile(
      path: paths.triesFile, exposure: "it counts wrong words", sizeLimit: 64 << 10,
      seal: JournalVault.fileSeal(paths))
  }

  /// Counts a try of each request, before it is known whether the words are those of one.
  ///
  /// - Parameters:
  ///   - requests: Their digests.
  ///   - now: Milliseconds since 1970.
  /// - Returns: How many there were of each, with this one.
  /// - Throws: ``PrivateFileError`` where it cannot be written: then nothing is tried.
  package func count(_ requests: [[UInt8]], at now: Int64) throws -> [Int] { try add(1, to: requests, at: now) }

  /// Takes a try back: the words were right, or were not looked at.
  ///
  /// - Throws: As ``count(_:at:)``.
  package func takeBack(_ requests: [[UInt8]], at now: Int64) throws { _ = try add(-1, to: requests, at: now) }

  private func add(_ number: Int, to requests: [[UInt8]], at now: Int64) throws -> [Int] {
    let lock = try WholeFile.lock { () throws(FileLock.Failure) in try FileLock.wait(lockPath) }
    return try withExtendedLifetime(lock) {
      var counts = try file.contents().map { TryCounts(decoding: $0) } ?? TryCounts()
      let tries = counts.add(number, to: requests, at: now)
      if counts.isEmpty { try file.remove() } else { try file.replace(with: counts.encoded(), isAlone: true) }
      return tries
    }
  }
}
