import JournalCore
import TestKit

@testable import JournalFormats

/// An export of Day One as it comes, with two journals, and pictures that an entry shows out of their order.
enum DayOneSample {
  static let first = ##"""
    {"metadata":{"version":"1.0"},"entries":[{
      "uuid":"0A1B2C3D4E5F60718293A4B5C6D7E8F9","creationDate":"2024-01-05T03:02:50Z",
      "modifiedDate":"2024-01-06T10:00:00Z","timeZone":"Europe\/Berlin",
      "text":"# Harbour walk\\.\n\n![](dayone-moment://BBBB)\n\nIt rained 1\\.5 hours\\.\n![](dayone-moment://AAAA)\nSee dayone://view?entryId=B \\#no",
      "starred":true,"isPinned":false,"tags":["travel","long walk","2024"],"duration":0,"editingTime":12.5,
      "location":{"latitude":52.5,"longitude":-13.4e-2,"region":{"center":{"latitude":1.5},"radius":75}},
      "weather":{"temperatureCelsius":9},
      "photos":[{"identifier":"AAAA","md5":"aa01","type":"jpeg","orderInEntry":0,"exposureBiasValue":0.5},
        {"identifier":"BBBB","md5":"bb02","type":"png","orderInEntry":1}],
      "videos":[{"identifier":"V"}],"audios":[],"pdfAttachments":[{"identifier":"P"},{"identifier":"Q"}]}]}
    """##
  static let second = #"""
    {"metadata":{"version":"1.0"},"entries":[{"uuid":"B","creationDate":"2024-02-01T10:00:00Z",
      "text":"Minutes\n![](dayone-moment://AAAA) ![](dayone-moment://CCCC)"},
      {"uuid":"D","creationDate":"2024-02-02T10:00:00Z","timeZone":"Mars/Olympus","photos":[{"identifier":"DDDD"}]}]}
    """#

  static let zip = ZipBuilder(members: [
    ZipBuilder.Member("Journal.json", first), ZipBuilder.Member("Work Lög.json", second),
    ZipBuilder.Member("Photos/aa01.jpeg", "a picture"), ZipBuilder.Member("Photos/bb02.heic", "another"),
    ZipBuilder.Member("Photos/dddd.png", "a picture"), ZipBuilder.Member("videos/v.mov", "moves"),
  ])
}

/// What a zip of Day One holds, read walk by walk as an import does.
struct DayOneRead: Hashable {
  var entries: [Entry] = []
  var categoryNames: [RecordName: String] = [:]
  var images: [EntryImage] = []
  var kept: [KeptItem] = []
  var problems: [ImportProblem] = []
  var pictures: [String: [UInt8]] = [:]
  var former: [EntryWords?] = []

  init(_ zip: [UInt8], _ settings: ImportSettings) throws {
    let source = BytesSource(zip)
    var reader = DayOneReader(settings: settings)
    problems = try reader.check(source) { _ in }
    try reader.forEachEntry(source, progress: { _ in }) { filed in
      entries.append(filed.entry)
      former.append(filed.former)
      categoryNames[filed.entry.id] = filed.categoryName
      images += reader.images(of: filed)
      kept += reader.kept(of: filed)
    }
    try reader.forEachFile(source) { name, pieces in
      try pieces { pictures[name, default: []] += Array($0) }
    }
  }
}
