import Foundation
import JournalCore
import JournalFormats
import ScreenKit
import Testing

/// What tests of an encrypted journal do on a computer.
extension TestJournal {
  /// Signs in by name and password, and gives what was said.
  func signingIn(
    to server: TestServer, _ options: String..., environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    try start(
      ["account", "sign-in", "--server", server.url, "--user", "ada", "--password-stdin"] + options,
      input: TestServer.password + "\n", environment: environment
    ).finish()
  }

  /// Signs in by a session that the server's owner has made: passwords can be tried twenty times a minute only.
  func signingIn(bySessionOf server: TestServer, environment: [String: String] = [:]) throws -> Program.Outcome {
    let token = try #require(try server.run("session", "add", "ada").split(separator: "\n").last)
    return try start(
      ["account", "sign-in", "--server", server.url, "--code"], input: "\(token)\n", environment: environment
    ).finish()
  }

  @discardableResult
  func signInSealed(to server: TestServer) throws -> Program.Outcome {
    let outcome = try signingIn(to: server)
    guard outcome.status == .success else { throw UnexpectedOutcome(description: "\(outcome)") }
    return outcome
  }

  func signInPlain(to server: TestServer) throws {
    let outcome = try signingIn(to: server, "--plain")
    guard outcome.status == .success else { throw UnexpectedOutcome(description: "\(outcome)") }
  }

  struct Encryption: Decodable {
    let state: String
    let key: Int
    let unreadable: Int
    let recoveryConfirmed: Bool
  }

  /// What `status --json` says of the keys.
  func encryption() throws -> Encryption {
    struct Status: Decodable { let encryption: Encryption }
    return try JSONDecoder().decode(Status.self, from: Data(run("status", "--json").outputBytes)).encryption
  }

  struct Reader: Decodable {
    let id: String
    let device: String
    let current: Bool
  }

  private struct Keys: Decodable {
    let words: String?
    let devices: [Reader]
  }

  private func keys() throws -> Keys {
    let outcome = try run("account", "keys", "--json")
    do {
      return try JSONDecoder().decode(Keys.self, from: Data(outcome.outputBytes))
    } catch {
      // What the program said instead tells more than the decoder does.
      throw UnexpectedOutcome(description: "\(error)\n\(outcome)")
    }
  }

  /// The six words that this computer shows.
  func words() throws -> [String] {
    try #require(try keys().words).split(separator: " ").map(String.init)
  }

  /// Who can read.
  func readers() throws -> [Reader] { try keys().devices }

  struct SignIn: Decodable {
    let id: String
    let kind: String
    let current: Bool
  }

  /// The account's sign-ins.
  func signIns() throws -> [SignIn] {
    struct Devices: Decodable { let items: [SignIn] }
    return try JSONDecoder().decode(Devices.self, from: Data(output("account", "devices", "--json").utf8)).items
  }

  /// Ends every other sign-in of the account, and takes the keys from none.
  func endOtherSignIns() throws {
    for other in try signIns() where !other.current {
      try output("account", "devices", "--end", other.id, "--reader", "none")
    }
  }

  /// The path of a file in the journal's folder.
  func file(_ name: String) -> String { sandbox.path("data/cloudjournal/journals/Personal/\(name)") }

  func mode(of name: String) throws -> Int? {
    (try FileManager.default.attributesOfItem(atPath: file(name))[.posixPermissions] as? NSNumber)?.intValue
  }

  func picture(_ digest: String) -> Data? { FileManager.default.contents(atPath: file("images/\(digest)")) }

  /// Puts an entry with a picture and a category into the journal; the name of the picture's file.
  func importPicture(title: String, body: String, caption: String, category name: String) throws -> String {
    let moment = Instant(milliseconds: 1_700_000_000_000)
    let category = JournalCore.Category(
      id: RecordName("6A0E1C39-28E2-4C9B-8E0C-000000000003"), name: name, colorHex: "#336699", icon: "*", sortOrder: 1,
      modifiedAt: moment)
    var entry = Entry(
      id: RecordName("6A0E1C39-28E2-4C9B-8E0C-000000000001"), title: title, body: body,
      date: EntryDate(instant: moment, timeZone: "Europe/London", offsetSeconds: 0), modifiedAt: moment)
    entry.category = category.id
    var archive: [UInt8] = []
    let writer = try ArchiveWriter(createdAt: moment) { archive += $0 }
    try writer.append(categories: [category])
    try writer.append(entries: [entry])
    let digest = try writer.append(imageBytes: PictureOfTests.bytes)
    let image = EntryImage(
      id: RecordName("6A0E1C39-28E2-4C9B-8E0C-000000000002"), entry: entry.id, imageAsset: digest, caption: caption,
      modifiedAt: moment)
    try writer.append(images: [image])
    _ = try writer.finish()
    try output("import", try sandbox.write("home/archive.zip", archive))
    return digest
  }
}

/// A picture of which no piece is like another, and which can be found again among other bytes.
enum PictureOfTests {
  static let mark = "MARK-OF-THE-PICTURE-THAT-IS-IN-THE-TEST"
  static let bytes: [UInt8] =
    Array(mark.utf8) + (0..<300_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }

  /// A recovery key with one wrong character in its third group.
  static func miswritten(_ key: String) -> String {
    var groups = key.split(whereSeparator: \.isWhitespace).map(String.init)
    groups[2] = (groups[2].hasPrefix("Q") ? "P" : "Q") + groups[2].dropFirst()
    return groups.joined(separator: " ") + "\n"
  }
}
