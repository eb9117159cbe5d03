import CloudRecord
import Foundation
import JournalSeal
import JournalSync
import SealKit
import SyncCore
import Testing

/// The lists in docs/security.md of what is sealed and what is seen, made from what the program sends.
@Suite struct SecurityPaperTests {
  private static let types = [
    JournalSchema.entryType, JournalSchema.categoryType, JournalSchema.imageType, JournalSchema.preferenceType,
  ]
  private static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/security.md").standardized

  private struct Sent {
    var sealed: Set<String> = []
    var seen: Set<String> = []
    var fields: [String: FieldValue] = [:]
    var files: [String] = []
  }

  /// A version with every field that its type has, its text too long to travel inside its record.
  private func full(_ type: String) throws -> RecordVersion {
    var version = RecordVersion(recordType: type)
    let stamp = HybridTime(milliseconds: 1_700_000_000_000, counter: 0, device: 1)
    for field in try #require(JournalSchema.wireFields(of: type)) {
      let value: FieldValue =
        switch field.kind {
        case .string where field.rule == .text: .string(String(repeating: "zq", count: 300_000))
        case .string: .string("zq \(field.name)")
        case .int64: .int64(1)
        case .date: .date(1_700_000_000_000)
        case .reference:
          .reference(Reference(recordName: "target", action: field.name == "entry" ? .deleteSelf : .none))
        case .asset: .asset(Asset(fileChecksum: String(repeating: "ab", count: 32)))
        case .strings: .list([.string("zq")])
        }
      version.set(field.name, value, at: stamp)
    }
    return version
  }

  /// What goes to the server, in and beside the seal, when a full record is saved that was plain before.
  private func sent(_ type: String) throws -> Sent {
    let key = JournalKey.fresh(seeded(1))
    let keys = try #require(JournalKeys([key]))
    let mapping = RecordMapping(sealing: Sealing(keys: keys, mode: .sealed, random: seeded(2)))
    let version = try full(type)
    let unsent = UnsentRecord(
      recordName: "r", recordType: type, local: version, base: version, changeTag: "1", modifiedAt: 1_700_000_000_000)
    var operation = mapping.operation(for: unsent, at: 1_700_000_000_000)
    var uploaded: [String: SealedFile] = [:]
    for (name, field) in operation.fields {
      guard case .asset? = field?.value else { continue }
      uploaded[name] = SealedFile(
        field: name, digest: [UInt8](repeating: 0xAB, count: 32), length: 5, key: Array(0..<32))
    }
    let (bytes, _) = try mapping.seal(unsent, uploaded: uploaded, at: 1_700_000_000_000)
    operation.fields["sealed"] = Field(.bytes(bytes))
    let place = RecordPlace(
      zone: "JournalZone", recordType: type, recordName: "r",
      entry: type == JournalSchema.imageType ? "target" : "")
    let content = try RecordSeal.open(bytes, at: place, under: keys)
    var sent = Sent()
    for (name, field) in operation.fields {
      guard let field else { continue }
      sent.seen.insert(name)
      sent.fields[name] = field.value
    }
    sent.files = content.files.map(\.field)
    sent.sealed = Set(content.version.values.keys).union(content.version.stamps.keys)
    return sent
  }

  private func table() throws -> String {
    var lines = ["| Record | Sealed | Seen by who runs the server |", "|---|---|---|"]
    for type in Self.types {
      let sent = try sent(type)
      let visible = sent.seen.sorted().map { name -> String in
        switch sent.fields[name] {
        case .asset?: "`\(name)` (a sealed file)"
        case .reference?: "`\(name)` (a name)"
        case .bytes?: "`\(name)` (the seal)"
        default: "`\(name)`"
        }
      }
      let inside = sent.sealed.subtracting(sent.seen).sorted().map { "`\($0)`" } + ["`modifiedAt`, times of all fields"]
      let digests = sent.files.map { "digest, length and key of `\($0)`" }
      lines.append(
        "| \(type) | \((inside + digests).joined(separator: ", ")) | \(visible.joined(separator: ", ")) |")
    }
    lines.append(
      "| Keyring | journal keys, names of devices, identities, the name key | `ring`, `sealedZones`, `formatVersion` |")
    lines.append("| KeyRequest | – | `request`, `answer`, `formatVersion` |")
    lines.append(
      "| ShareKeys | keys of the share, the true title, addresses, invitations | `ring`, `formatVersion` |")
    lines.append(
      "| GuestShare | which share of another person, whose, the secret of its link | `sealed`, `formatVersion` |")
    return lines.joined(separator: "\n")
  }

  @Test func everyFieldIsSealedOrSeenAndThePaperSaysWhich() throws {
    let paper = try String(contentsOf: Self.path, encoding: .utf8)
    let begin = try #require(paper.range(of: "<!-- Made from the program: SecurityPaperTests -->\n"))
    let end = try #require(paper.range(of: "\n<!-- end -->"))
    let table = try table()
    #expect(String(paper[begin.upperBound..<end.lowerBound]) == table, "\(table)")
  }

  @Test func noFieldOfAPersonIsSeen() throws {
    for type in Self.types {
      let sent = try sent(type)
      #expect(sent.seen.isDisjoint(with: JournalSchema.plainNames(of: type)), "\(type)")
      for field in try #require(JournalSchema.wireFields(of: type)) {
        #expect(
          sent.sealed.contains(field.name) || sent.seen.contains(field.name), "\(type).\(field.name) is in neither")
      }
      for (name, value) in sent.fields {
        #expect(!"\(value)".contains("zq"), "\(type).\(name)")
      }
    }
  }

  /// What a service tells of a record beside its fields.
  @Test func whatEveryRecordShowsIsNamed() throws {
    let paper = try String(contentsOf: Self.path, encoding: .utf8)
    let noUser = RecordStamp(timestamp: 0, userRecordName: "", deviceID: "")
    let record = Record(
      recordName: "", recordType: "", zoneID: ZoneID(zoneName: "z"), fields: [:], recordChangeTag: "", created: noUser,
      modified: noUser)
    for child in Mirror(reflecting: record).children {
      guard let label = child.label, label != "fields" else { continue }
      #expect(paper.contains("`\(label)`"), "\(label)")
    }
  }
}
