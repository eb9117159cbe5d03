import ImageKit
import JournalCore
import JournalFormats
import JournalStore

/// The zip that Day One imports: a journal for each category, and one for what is in none.
extension EntryExport {
  /// Writes the zip; the text of one category and one picture are held at a time.
  func dayOne(to sink: ExportSink) throws -> ExportReport {
    let writer = try DayOneWriter { try sink.write($0) }
    var report = ExportReport()
    var files: Set<String> = []
    let titles = try sources.map { try entriesByTitle(of: $0) }
    // What is in no category comes last, so that a category keeps its name.
    for isFiled in [true, false] {
      for (source, titles) in zip(sources, titles) {
        for (name, ids) in try journals(of: source) where (name != nil) == isFiled {
          for id in ids {
            guard var entry = try source.store.entry(id) else { continue }
            entry.body = DayOneLinks.written(entry.body) { titles[EntryLink.key($0)] }
            let photos = try source.store.images(of: id).compactMap {
              try add($0, of: source.assets, to: writer, &files, &report)
            }
            writer.append(entry, photos: photos)
            report.entries += 1
          }
          try writer.endJournal(named: name)
        }
      }
    }
    try writer.finish()
    report.pictures = files.count
    return report
  }

  /// The entries to which links by title lead, the latest of each title; those whose title can be no link by their days.
  private func entriesByTitle(of source: ExportSource) throws -> [String: RecordName] {
    var (titles, days): ([String: RecordName], [String: RecordName]) = ([:], [:])
    try source.forEachEntry(everything: .all) { batch in
      for entry in batch {
        if EntryLink.text(to: entry.title) != nil {
          titles[EntryLink.key(entry.title)] = entry.id
        } else {
          let day = entry.date.local.date.iso
          days[day] = days[day] ?? entry.id
        }
      }
    }
    return titles.merging(days) { title, _ in title }
  }

  /// The entries of each category in their order; nil is for those that are in none.
  private func journals(of source: ExportSource) throws -> [(name: String?, ids: [RecordName])] {
    let names = try source.context.categoryNames()
    var journals: [(name: String?, ids: [RecordName])] = []
    var places: [String?: Int] = [:]
    try source.forEachEntry(everything: .all) { batch in
      for entry in batch {
        let name = names[entry.category]
        if let place = places[name] {
          journals[place].ids.append(entry.id)
        } else {
          places[name] = journals.count
          journals.append((name, [entry.id]))
        }
      }
    }
    return journals
  }

  private func add(
    _ image: EntryImage, of assets: AssetFolder, to writer: DayOneWriter, _ files: inout Set<String>,
    _ report: inout ExportReport
  ) throws -> DayOneWriter.Photo? {
    guard let asset = image.imageAsset else { return nil }
    guard try report.canTake(image, asset, of: assets), let bytes = try assets.read(asset) else { return nil }
    var facts = PictureFacts()
    do { facts = try assets.bytes(of: asset).facts() } catch {
      // What is no picture by its bytes goes along without an ending.
    }
    var photo = try writer.append(bytes, of: image, ending: facts.fileExtension)
    (photo.width, photo.height) = (facts.width, facts.height)
    files.insert(photo.md5)
    return photo
  }
}
