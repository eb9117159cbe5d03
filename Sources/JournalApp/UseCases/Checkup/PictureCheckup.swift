import Glibc
import JournalCore
import JournalStore

/// What an examination of a journal's pictures has found.
struct PictureCheckup {
  let journal: OpenedJournal
  let use: AssetUse

  private var assets: AssetFolder { journal.assets }

  init(_ journal: OpenedJournal) throws {
    self.journal = journal
    use = try journal.store.assetUse()
  }

  /// Reads every file and compares it with its name.
  ///
  /// - Parameters:
  ///   - repairs: Takes damaged files out of the way, so that sound ones can come.
  ///   - progress: Called before each file with how many are done, of how many.
  func run(repairs: Bool, progress: (Int, Int) -> Void, _ checkup: inout JournalCheckup) throws {
    let files = try assets.files()
    let known = files.pictures.filter { use.referenced.contains($0.name) }
    var damaged: [String] = []
    var bytes: Int64 = 0
    for (index, file) in known.enumerated() {
      progress(index, known.count)
      bytes += file.bytes
      if try assets.state(of: file.name) == .damaged { damaged.append(file.name) }
    }
    let present = Set(known.map(\.name))
    try say(damaged: damaged, repairs: repairs, &checkup)
    sayMissing(use.pictures.keys.filter { !present.contains($0) }.sorted(), &checkup)
    sayMissing(kept: use.kept.subtracting(present), &checkup)
    let sound = known.count - damaged.count
    if sound > 0 {
      let kept = known.count { use.kept.contains($0.name) && use.pictures[$0.name] == nil }
      let number = NumberText.counted(max(0, sound - kept), "picture", "pictures")
      let others = kept == 0 ? "" : " and \(NumberText.counted(kept, "file", "files")) of imports"
      checkup.facts.append("\(number)\(others) at hand and sound, \(NumberText.bytes(bytes)) in \(assets.path)")
    }
    let strays = files.pictures.filter { !use.referenced.contains($0.name) }
    if !strays.isEmpty {
      let number = NumberText.counted(strays.count, "file is", "files are")
      let size = NumberText.bytes(strays.reduce(0) { $0 + $1.bytes })
      checkup.facts.append(
        "\(number) no longer used (\(size)); such files are deleted after 30 days")
    }
    let aside = files.others.count { $0.name.hasPrefix(AssetFolder.damagedPrefix) }
    if aside > 0 {
      checkup.facts.append(
        "\(NumberText.counted(aside, "damaged file was", "damaged files were")) set aside; deleted after 30 days")
    }
    try say(abandoned: files.others.filter { assets.isAbandoned($0.name) }, repairs: repairs, &checkup)
    checkModes(files.pictures, &checkup)
  }

  private func say(abandoned files: [AssetFolder.File], repairs: Bool, _ checkup: inout JournalCheckup) throws {
    guard !files.isEmpty else { return }
    let number = NumberText.counted(files.count, "file", "files")
    let size = NumberText.bytes(files.reduce(0) { $0 + $1.bytes })
    if repairs { for file in files { try assets.remove(file.name) } }
    let (was, them) = files.count == 1 ? ("was", "it") : ("were", "them")
    checkup.facts.append(
      "\(number) of a program that was ended \(was) never completed (\(size))"
        + (repairs ? ", and \(was) removed" : "; “cloudjournal doctor --repair” removes \(them)"))
  }

  /// “canal.jpg” of “Morning run”.
  private func name(_ asset: String) throws -> String {
    if use.kept.contains(asset), use.pictures[asset] == nil { return "A file of an import (\(asset.prefix(12)))" }
    guard let image = use.pictures[asset] else { return "An earlier picture (\(asset.prefix(12)))" }
    let name = image.caption.isEmpty ? "A picture" : "“\(image.caption)”"
    guard let entry = try journal.store.entry(image.entry) else { return name }
    return "\(name) of \(EntryNaming.quoted(entry))"
  }

  private func say(damaged: [String], repairs: Bool, _ checkup: inout JournalCheckup) throws {
    for asset in damaged {
      let name = try name(asset)
      if repairs {
        let place = try assets.setAside(asset)
        checkup.facts.append("\(name) was damaged, and was set aside as \(place)")
        if use.pictures[asset] == nil { sayMissing(kept: [asset], &checkup) } else { sayMissing([asset], &checkup) }
      } else {
        let remedy =
          use.safe.contains(asset)
          ? "The server has it: “cloudjournal doctor --repair --fetch” sets this file aside and brings it again."
          : "Import an archive that holds it; “cloudjournal doctor --repair” sets this file aside."
        checkup.problems.append("\(name) is damaged: its bytes are not those that were attached. \(remedy)")
      }
    }
  }

  private func sayMissing(kept assets: Set<String>, _ checkup: inout JournalCheckup) {
    guard !assets.isEmpty else { return }
    let number = NumberText.counted(assets.count, "file that an import kept is", "files that imports kept are")
    checkup.problems.append(
      "\(number) not in \(self.assets.path). Import the same export, or an archive, once more: entries stay as they are."
    )
  }

  private func sayMissing(_ assets: [String], _ checkup: inout JournalCheckup) {
    let elsewhere = assets.filter { use.safe.contains($0) }
    checkup.elsewhere += elsewhere.compactMap { use.pictures[$0]?.id }
    let lost = assets.filter { !use.safe.contains($0) }
    for asset in lost.prefix(5) {
      do {
        checkup.problems.append(
          "\(try name(asset)) is not in \(self.assets.path), and not known to be on the server. Import an archive that "
            + "holds it, or attach it again.")
      } catch {
        checkup.problems.append("The file \(asset) is missing (\(error)).")
      }
    }
    if lost.count > 5 {
      checkup.problems.append("\(NumberText.grouped(lost.count - 5)) more pictures are missing in the same way.")
    }
  }

  private func checkModes(_ files: [AssetFolder.File], _ checkup: inout JournalCheckup) {
    for path in [assets.path] + files.map({ assets.path(of: $0.name) }) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
      checkup.problems.append("Others can look into \(path). Close it with: chmod -R go= '\(assets.path)'")
      // One sentence closes all of them.
      return
    }
  }
}
