import Crypto
import Encodings
import JournalCore

/// One walk over an archive that believes nothing: every line, every count, every picture's hash.
struct ArchiveCheck {
  private let limits: ArchiveLimits
  private var manifest: ArchiveManifest?
  private var found = ArchiveCounts()
  private var ids: [ArchiveFormat.Lines: Set<String>] = [:]
  private var historyIDs: Set<Int64> = []
  private var assets: Set<String> = []
  private var wantedAssets: Set<String> = []
  private var keptFiles: [String: Int64] = [:]
  private var wantedFiles: [String: Int64] = [:]
  private var unknownCauses = 0
  private(set) var problems: [ImportProblem] = []

  init(limits: ArchiveLimits) { self.limits = limits }

  /// Reads the manifest first: of a newer version nothing else can be understood.
  mutating func readManifest(source: any ArchiveSource, directory: ZipDirectory) throws {
    guard directory.members.contains(where: { $0.name == ArchiveFormat.manifest }) else { throw Self.foreign }
    let zip = try ZipReader(source: source, directory: directory)
    while let member = try zip.next() {
      guard member.name == ArchiveFormat.manifest else { continue }
      switch try readManifest(member, zip) {
      case .known(let known): manifest = known
      case .newer(let version):
        throw ImportError(
          "the archive has version \(version); this program reads up to \(ArchiveFormat.version)",
          remedy: "Update cloudjournal, and import it then.")
      }
      return
    }
  }

  private enum Manifest {
    case known(ArchiveManifest)
    case newer(Int64)
  }

  private func readManifest(_ member: ZipDirectory.Member, _ zip: ZipReader) throws -> Manifest {
    let bytes = try Self.bytes(member, zip, limit: 1 << 20)
    do throws(JSONError) {
      let json = try bytes.span.withUnsafeBytes { (bytes) throws(JSONError) in try JSONReader.object(bytes) }
      let (name, version) = try ArchiveRecords.formatAndVersion(json)
      guard name == ArchiveFormat.name else { throw JSONError("the format is “\(name)”") }
      guard version >= 1 else { throw JSONError("the version is \(version)") }
      guard version <= ArchiveFormat.version else { return .newer(version) }
      return .known(try ArchiveRecords.manifest(json))
    } catch {
      throw ImportError(
        error.problem, at: .member(member.name), remedy: "Give an archive that “export --format archive” wrote.")
    }
  }

  private static let foreign = ImportError(
    "this zip is not a journal archive: it has no manifest.json",
    remedy: "Give a file that “export --format archive” wrote.")

  /// Reads one file to its end.
  mutating func read(_ member: ZipDirectory.Member, _ zip: ZipReader) throws {
    switch ArchiveFormat.member(named: member.name) {
    case .manifest: try zip.readData { _ in }
    case .lines(let lines):
      try ArchiveLines.read(member, zip, limits: limits) { json throws(JSONError) in try check(json, lines) }
    case .image(let name):
      try Self.requireSize(member, limit: limits.imageBytes)
      try Self.check(member, zip, name: name)
      assets.insert(name)
      found.imageFiles += 1
    case .kept(let name):
      try Self.check(member, zip, name: name)
      keptFiles[name] = member.size
    case .unknown:
      try zip.readData { _ in }
      problems.append(
        ImportProblem("This version does not know what this is, and leaves it out.", at: .member(member.name)))
    }
  }

  private mutating func check(_ json: JSONMembers, _ lines: ArchiveFormat.Lines) throws(JSONError) {
    switch lines {
    case .categories:
      try requireNew(try (ArchiveRecords.record(json) as JournalCore.Category).id, lines)
      found.categories += 1
    case .entries:
      try requireNew(try (ArchiveRecords.record(json) as Entry).id, lines)
      found.entries += 1
    case .images:
      let image: EntryImage = try ArchiveRecords.record(json)
      try requireNew(image.id, lines)
      if let asset = image.imageAsset { wantedAssets.insert(asset) }
      found.images += 1
    case .preferences:
      try requireNew(try (ArchiveRecords.record(json) as Preference).id, lines)
      found.preferences += 1
    case .kept:
      let item = try ArchiveRecords.keptItem(json)
      if let asset = item.asset {
        guard wantedFiles[asset, default: item.bytes] == item.bytes else {
          throw JSONError("“bytes” are \(item.bytes) here, and others elsewhere")
        }
        wantedFiles[asset] = item.bytes
      }
      found.kept += 1
    case .history:
      let item = try ArchiveRecords.historyItem(json)
      guard historyIDs.insert(item.id).inserted else { throw JSONError("the id \(item.id) comes twice") }
      if try ArchiveRecords.hasUnknownCause(json) { unknownCauses += 1 }
      found.history += 1
    }
  }

  private mutating func requireNew(_ id: RecordName, _ lines: ArchiveFormat.Lines) throws(JSONError) {
    guard ids[lines, default: []].insert(id.rawValue).inserted else {
      throw JSONError("the id “\(id)” comes twice")
    }
  }

  /// Compares what was found with what the manifest promised.
  mutating func finish() throws -> ArchiveManifest {
    guard let manifest else { throw Self.foreign }
    let promised = manifest.counts
    let pairs = [
      ("entries", promised.entries, found.entries), ("categories", promised.categories, found.categories),
      ("pictures", promised.images, found.images), ("picture files", promised.imageFiles, found.imageFiles),
      ("preferences", promised.preferences, found.preferences), ("kept things", promised.kept, found.kept),
      ("history items", promised.history, found.history),
    ]
    for (name, promised, found) in pairs where promised != found {
      throw ZipDirectory.damaged("it says that it holds \(promised) \(name), and holds \(found)")
    }
    let missing = wantedAssets.subtracting(assets).count
    if missing > 0 {
      problems.append(
        ImportProblem(
          "The bytes of \(missing) pictures are not in the archive; they had not arrived where it was written."))
    }
    for (name, bytes) in wantedFiles where keptFiles[name].map({ $0 != bytes }) == true {
      throw ZipDirectory.damaged(
        "a kept file has other bytes than its line says", at: .member(ArchiveFormat.keptFolder + name))
    }
    let missingFiles = wantedFiles.keys.count { keptFiles[$0] == nil }
    if missingFiles > 0 {
      problems.append(
        ImportProblem(
          missingFiles == 1
            ? "The bytes of 1 kept file are not in the archive, and were not where it was written."
            : "The bytes of \(missingFiles) kept files are not in the archive, and were not where it was written.",
          isLoss: true))
    }
    if unknownCauses > 0 {
      let values = unknownCauses == 1 ? "1 earlier value was" : "\(unknownCauses) earlier values were"
      problems.append(
        ImportProblem("\(values) replaced for a reason that this version does not know, and is read as an edit."))
    }
    return manifest
  }

  /// Reads a file, whose bytes have to have the hash that is their name.
  private static func check(_ member: ZipDirectory.Member, _ zip: ZipReader, name: String) throws {
    var hash = SHA256()
    try zip.readData { hash.update(bufferPointer: $0) }
    guard Hexadecimal.text(hash.finalize()) == name else {
      throw ZipDirectory.damaged("the file’s bytes are not those that its name says", at: .member(member.name))
    }
  }

  private static func requireSize(_ member: ZipDirectory.Member, limit: Int) throws {
    guard member.size <= limit else {
      throw ImportError(
        "the file is larger than \(limit >> 20) MiB", at: .member(member.name),
        remedy: "Give the archive as “export --format archive” wrote it.")
    }
  }

  private static func bytes(_ member: ZipDirectory.Member, _ zip: ZipReader, limit: Int) throws -> [UInt8] {
    try requireSize(member, limit: limit)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(member.size))
    try zip.readData { bytes.append(contentsOf: $0) }
    return bytes
  }
}
