import CloudClient
import Foundation
import JournalSeal
import JournalSync

/// The six words of a device that asks to be let in, so that every process of this computer shows and waits for the same
/// ones; for their owner's eyes alone (0600), like the device's keys beside it.
struct JoiningFile: Sendable {
  private struct Form: Codable {
    var version = 1
    var words: String
    var request: Data
  }

  private let file: PrivateFile

  init(_ paths: JournalPaths) {
    file = PrivateFile(
      path: paths.joiningFile, exposure: "who can read it can pass for this computer while it asks to be let in",
      sizeLimit: 16 << 10)
  }

  /// The request that waits; nil where there is none, and where there is none that can be used: another is made then.
  func joining(of device: DeviceID) throws -> KeyDesk.Joining? {
    guard let bytes = try file.contents() else { return nil }
    do {
      let form = try JSONDecoder().decode(Form.self, from: Data(bytes))
      guard form.version == 1 else { return nil }
      let joining = try KeyDesk.Joining(
        words: Words(typed: form.words), request: KeyRequest(decoding: Array(form.request)))
      return joining.request.device.id == device ? joining : nil
    } catch {
      return nil
    }
  }

  func keep(_ joining: KeyDesk.Joining) throws {
    let form = Form(words: joining.words.shown.joined(separator: " "), request: Data(joining.request.encoded))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try file.replace(with: Array(encoder.encode(form)))
  }

  func remove() throws { try file.remove() }
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
