import CloudClient
import Foundation
package import JournalSeal
package import JournalSync
import SystemKit

/// The six words of a device that asks to be let in, so that every process of this computer shows and waits for the same
/// ones; for their owner's eyes alone (0600), like the device's keys beside it.
///
/// It is written before the server has the request, and only by a process that has read what it replaces: the words that are
/// shown are always those of the request that goes there.
package struct JoiningFile: Sendable {
  private struct Form: Codable {
    var version = JoiningFile.formatVersion
    var words: String
    var request: Data
    var isSent: Bool
  }

  /// Of the file; another one is as good as none: a request lasts half an hour.
  private static let formatVersion = 2

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
      sizeLimit: 16 << 10)
  }

  /// The request that waits; nil where there is none, and where there is none that can be used: another is made then.
  ///
  /// - Throws: ``PrivateFileError`` where it cannot be read.
  package func kept(of device: DeviceID) throws -> Kept? {
    guard let bytes = try file.contents() else { return nil }
    do {
      let form = try JSONDecoder().decode(Form.self, from: Data(bytes))
      guard form.version == JoiningFile.formatVersion else { return nil }
      let joining = try KeyDesk.Joining(
        words: Words(typed: form.words), request: KeyRequest(decoding: Array(form.request)))
      return joining.request.device.id == device ? Kept(joining: joining, isSent: form.isSent) : nil
    } catch {
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
    let form = Form(
      words: joining.words.shown.joined(separator: " "), request: Data(joining.request.encoded), isSent: isSent)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bytes = Array(try encoder.encode(form))
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

/// How often wrong words were typed on this computer, whichever process they were typed in.
struct TriesFile: Sendable {
  private struct Form: Codable {
    var wrong: Int
    var at: Int64
  }

  private let file: PrivateFile

  init(_ paths: JournalPaths) {
    file = PrivateFile(path: paths.triesFile, exposure: "it counts wrong words", sizeLimit: 1 << 10)
  }

  /// Wrong tries within the time that a request is answered for.
  func wrong(at now: Int64) throws -> Int {
    guard let bytes = try file.contents() else { return 0 }
    do {
      let form = try JSONDecoder().decode(Form.self, from: Data(bytes))
      return (0...Int64(KeyRequest.lifetime)).contains(now - form.at) ? max(0, form.wrong) : 0
    } catch {
      // What cannot be read says nothing of how often: a request is ended too early rather than too late.
      return 2
    }
  }

  func set(_ wrong: Int, at now: Int64) throws {
    guard wrong > 0 else { return try file.remove() }
    try file.replace(with: Array(JSONEncoder().encode(Form(wrong: wrong, at: now))))
  }
}
