import JournalCore
import TestKit

@testable import JournalFormats

/// A small journal, and its archive as somebody could write it with an editor and `zip -0`.
enum ArchiveSample {
  static let manifest = #"""
    {"format":"cloudjournal-archive","version":1,"createdAt":1795248840000,
     "counts":{"entries":1,"categories":1,"images":1,"imageFiles":1,"history":1}}
    """#
  static let category = #"""
    {"id":"c1","name":"Work","colorHex":"#FF0000","icon":"folder","sortOrder":3,"modifiedAt":5,"trashedAt":null}
    """#
  static let entry = #"""
    {"id":"e1","title":"Caf\u00e9","body":"a\r\nb\u0000","mood":"pensive","date":{"milliseconds":-9700000000123,\#
    "timeZone":"Europe/Amsterdam","offsetSeconds":1172},"modifiedAt":7,"isFavorite":true,"category":"c1",\#
    "tags":["b","a"],"trashedAt":8}
    """#
  static let image = #"""
    {"id":"i1","entry":"e1","imageAsset":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",\#
    "caption":"","sortOrder":0,"modifiedAt":9,"trashedAt":null}
    """#
  static let history = #"""
    {"id":4,"record":"e1","field":"mood","oldValue":{"mood":null},"oldText":"","replacedAt":10,"device":"pc",\#
    "cause":"import","group":2}
    """#
  static let asset = "images/2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

  static var zip: ZipBuilder {
    ZipBuilder(members: [
      ZipBuilder.Member("manifest.json", manifest), ZipBuilder.Member("records/categories-000001.jsonl", category),
      ZipBuilder.Member("records/entries-000001.jsonl", entry),
      ZipBuilder.Member("records/images-000001.jsonl", image),
      ZipBuilder.Member("records/history-000001.jsonl", history), ZipBuilder.Member(asset, "hello"),
    ])
  }
}

extension ZipBuilder {
  /// The same zip with one member changed.
  func changing(_ name: String, _ change: (inout Member) -> Void) -> ZipBuilder {
    var zip = self
    for index in zip.members.indices where zip.members[index].name == Array(name.utf8) { change(&zip.members[index]) }
    return zip
  }

  func adding(_ member: Member) -> ZipBuilder {
    var zip = self
    zip.members.append(member)
    return zip
  }
}
