import ImageKit
import JournalCore
import JournalFormats
import JournalStore

/// One page of HTML with all pictures in it, by day.
extension EntryExport {
  /// An entry, and where it stands in the book.
  private struct Place {
    /// The wall clock of the entry, as milliseconds since 1970 on a clock in UTC: days are those that the writer saw.
    var local: Int64
    var source: Int
    var id: RecordName
    var title: String

    var day: CivilDate { CivilDateTime(instant: Instant(milliseconds: local), offsetSeconds: 0).date }
  }

  /// Writes the book; of its entries one is held at a time, and of its pictures a piece.
  ///
  /// - Parameter write: takes its bytes.
  func book(at now: Instant, _ write: ([UInt8]) throws -> Void) throws -> ExportReport {
    let places = try places()
    var months: [HTMLBook.Month: Int] = [:]
    for place in places { months[HTMLBook.Month(place.day), default: 0] += 1 }
    let today =
      sources.first?.context.zone.date(instant: now) ?? EntryDate(instant: now, timeZone: "", offsetSeconds: 0)
    var days: ClosedRange<CivilDate>?
    if let first = places.first, let last = places.last { days = first.day...last.day }
    let categories = try sources.map { source in
      Dictionary(try source.store.categories(includingTrash: false).map { ($0.id, $0) }) { first, _ in first }
    }
    var book = HTMLBook()
    var report = ExportReport()
    try write(book.beginning(HTMLBook.Cover(title: title, days: days, months: months, madeOn: today.local.date)))
    let numbers = sources.indices.map { EntryExport.numbers(of: places, from: $0) }
    for (index, place) in places.enumerated() {
      let source = sources[place.source]
      guard let entry = try source.store.entry(place.id) else { continue }
      let category = entry.category.flatMap { categories[place.source][$0] }
      let links = HTMLBook.Links(number: index + 1) { numbers[place.source][EntryLink.key($0)] }
      try write(book.beginEntry(entry, category: category, links: links))
      for image in try source.store.images(of: entry.id) {
        try add(image, of: source.assets, to: &book, &report, write)
      }
      try write(book.endEntry())
      report.entries += 1
    }
    try write(book.end())
    return report
  }

  /// The same as a PDF, which a program of the system makes of the page.
  func pdf(to sink: ExportSink, by printer: PDFPrinter, at now: Instant) throws -> ExportReport {
    var report = ExportReport()
    try printer.make(beside: sink.target) { write in
      report = try book(at: now, write)
    } _: {
      try sink.write($0)
    }
    return report
  }

  /// What links lead to, by title and by day: the number of the latest entry of a title, and of the first of a day.
  private static func numbers(of places: [Place], from source: Int) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for (index, place) in places.enumerated().reversed() where place.source == source {
      numbers[place.day.iso] = index + 1
    }
    for (index, place) in places.enumerated() where place.source == source && !place.title.isEmpty {
      numbers[place.title] = index + 1
    }
    return numbers
  }

  /// The entries of all sources by their days.
  private func places() throws -> [Place] {
    var places: [Place] = []
    for (index, source) in sources.enumerated() {
      try source.forEachEntry(everything: .all) { batch in
        for entry in batch {
          let local = entry.date.instant.milliseconds + Int64(entry.date.offsetSeconds) * 1000
          places.append(Place(local: local, source: index, id: entry.id, title: EntryLink.key(entry.title)))
        }
      }
    }
    return places.sorted { ($0.local, $0.source, $0.id) < ($1.local, $1.source, $1.id) }
  }

  private func add(
    _ image: EntryImage, of assets: AssetFolder, to book: inout HTMLBook, _ report: inout ExportReport,
    _ write: ([UInt8]) throws -> Void
  ) throws {
    guard let asset = image.imageAsset else { return }
    guard try report.canTake(image, asset, of: assets) else { return }
    let bytes = try assets.bytes(of: asset)
    let facts: PictureFacts
    do { facts = try bytes.facts() } catch {
      // What is no picture by its bytes is nothing that a page can show.
      report.unshown += 1
      return
    }
    try write(
      book.beginPicture(
        caption: image.caption, ending: facts.fileExtension, width: facts.width, height: facts.height))
    try bytes.forEachPiece { try write(book.picture($0)) }
    try write(book.endPicture(caption: image.caption))
    report.pictures += 1
  }
}
