import Crypto
import Encodings
package import JournalCore

/// Writes the zip of JSON that Day One imports, and that ``DayOneReader`` reads back.
///
/// Each category is a journal, in a file of its name. Mood and history have no place there, times are written to the second, and
/// captions stand where the text shows the pictures. Append the entries of a journal, end it, and then the next one; of the text
/// one journal is held at a time. After an error the zip is worthless.
package final class DayOneWriter {
  /// A picture whose bytes are in the zip.
  package struct Photo: Hashable, Sendable {
    /// The picture's record, by which the text names it.
    package var id: RecordName
    /// MD5 of the bytes in lower-case hexadecimal, which is the name of the file.
    package let md5: String
    /// The kind of file, such as `jpeg`; empty where that is not known.
    package let type: String
    /// One line; empty for none.
    package var caption: String
    /// Width in pixels; 0 where that is not known.
    package var width = 0
    /// Height in pixels; 0 where that is not known.
    package var height = 0
  }

  private let zip: ZipWriter
  /// The entries of the journal that is open, with commas between them.
  private var entries: [UInt8] = []
  private var names: Set<String> = [DayOneWriter.manifest]
  private var files: Set<String> = []

  /// What a file says of who wrote it: its texts are put together so that they can be taken apart exactly, backslashes and all.
  static let (markKey, mark) = ("writer", "cloudjournal")
  /// What a file with that mark says where its entries are in no category: its name is then none of a category.
  static let unfiledKey = "unfiled"

  private static func head(isUnfiled: Bool) -> String {
    #"{"metadata":{"version":"1.0","\#(markKey)":"\#(mark)"\#(isUnfiled ? #","\#(unfiledKey)":true"# : "")},"entries":"#
  }

  /// With a file of this name first, a zip looks like an archive.
  private static let manifest = "manifest"

  /// - Parameter sink: takes the zip's bytes, in order; an error that it throws comes out of the call that caused it.
  package init(limits: ArchiveLimits = ArchiveLimits(), sink: @escaping ([UInt8]) throws -> Void) throws {
    zip = try ZipWriter(limits: limits, sink: sink)
  }

  /// Adds a picture's bytes, if they are not in the zip already.
  ///
  /// - Parameters:
  ///   - image: the picture's record.
  ///   - ending: the usual ending of such a file, without a dot; empty where that is not known.
  /// - Throws: ``ExportError``, or the sink's error.
  package func append(_ bytes: [UInt8], of image: EntryImage, ending: String) throws -> Photo {
    let type = ending == "jpg" ? "jpeg" : ending
    let md5 = Hexadecimal.text(Insecure.MD5.hash(data: bytes))
    if files.insert(md5).inserted {
      try zip.add("photos/\(md5)\(type.isEmpty ? "" : ".\(type)")", bytes, isCompressible: false)
    }
    return Photo(id: image.id, md5: md5, type: type, caption: image.caption)
  }

  /// Appends an entry to the journal that is open.
  ///
  /// - Parameter photos: its pictures in their order.
  package func append(_ entry: Entry, photos: [Photo]) {
    if !entries.isEmpty { entries += ",\n".utf8 }
    var json = JSONWriter()
    json.object { json in
      json.member("uuid", DayOneWriter.identifier(entry.id))
      json.member("creationDate", DayOneWriter.moment(entry.date.instant))
      json.member("modifiedDate", DayOneWriter.moment(entry.modifiedAt))
      if let zone = DayOneZone.name(of: entry.date) { json.member("timeZone", zone) }
      json.member("text", DayOneText.text(of: entry, photos: photos))
      json.member("starred", entry.isFavorite)
      json.member("tags", entry.allTags)
      json.key("photos")
      json.array { json in
        for (order, photo) in photos.enumerated() { json.object { DayOneWriter.write(photo, Int64(order), to: &$0) } }
      }
    }
    entries += json.bytes
  }

  private static func write(_ photo: Photo, _ order: Int64, to json: inout JSONWriter) {
    json.member("identifier", identifier(photo.id))
    json.member("md5", photo.md5)
    if !photo.type.isEmpty { json.member("type", photo.type) }
    json.member("orderInEntry", order)
    guard photo.width > 0, photo.height > 0 else { return }
    json.member("width", Int64(photo.width))
    json.member("height", Int64(photo.height))
  }

  /// Writes the file of the journal whose entries were appended; does nothing where there are none.
  ///
  /// - Parameter name: what the journal is called; what no file can be called is left out, and a number tells journals apart. Nil for
  ///   entries that are in no category: Day One shows them as “Journal”, and ``DayOneReader`` brings them back unfiled.
  /// - Throws: ``ExportError``, or the sink's error.
  package func endJournal(named name: String?) throws {
    guard !entries.isEmpty else { return }
    let bytes = Array("\(DayOneWriter.head(isUnfiled: name == nil))[\n".utf8) + entries + Array("\n]}\n".utf8)
    entries.removeAll()
    try zip.add("\(fileName(name ?? DayOneWriter.unfiledName)).json", bytes, isCompressible: true)
  }

  /// Writes the directory; nothing can be added after it.
  ///
  /// - Throws: ``ExportError``, or the sink's error.
  package func finish() throws {
    // A zip of nothing is none: without entries there is a journal without entries.
    if names == [DayOneWriter.manifest] {
      let empty = Array("\(DayOneWriter.head(isUnfiled: true))[]}\n".utf8)
      try zip.add("\(DayOneWriter.unfiledName).json", empty, isCompressible: true)
    }
    try zip.finish()
  }

  // MARK: Names

  /// What the journal of entries is called that are in no category.
  private static let unfiledName = "Journal"

  /// The bytes of a journal's name: no file system takes more than 255, of which a number and the ending need some.
  private static let longestName = 240

  /// The name of a journal's file, which is the journal's: no folder, not hidden, and no other's in whatever case.
  private func fileName(_ name: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(CategoryRules.longestName) {
      let isPlain = scalar.value >= 0x20 && scalar.value != 0x7F && !"/\\:".unicodeScalars.contains(scalar)
      kept.append(isPlain ? scalar : "-")
    }
    while kept.first == "." || kept.first == " " { kept.removeFirst() }
    while String(kept).utf8.count > DayOneWriter.longestName { kept.removeLast() }
    while kept.last == " " { kept.removeLast() }
    let base = kept.isEmpty ? DayOneWriter.unfiledName : String(kept)
    var (file, number) = (base, 2)
    while !names.insert(file.lowercased()).inserted {
      file = "\(base) \(number)"
      number += 1
    }
    return file
  }

  /// 32 upper-case hexadecimal digits: those of the name where it is a UUID, else some that follow from it.
  static func identifier(_ name: RecordName) -> String {
    func digits(_ name: RecordName) -> String { name.rawValue.lowercased().replacing("-", with: "") }
    let own = digits(name)
    let isUUID = Hexadecimal.isLowerCase(own, digits: 32)
    return (isUUID ? own : digits(NameBasedID.uuidV5(format: "dayone-export", parts: [name.rawValue]))).uppercased()
  }

  /// `2024-01-05T03:02:50Z`: Day One's own dates have no parts of seconds.
  private static func moment(_ instant: Instant) -> String { "\(ISODate.string(ISODate.written(instant)).prefix(19))Z" }
}
