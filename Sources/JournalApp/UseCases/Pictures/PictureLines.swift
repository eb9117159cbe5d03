package import JournalCore
import JournalFormats
import JournalStore

/// The pictures of an entry as commands list them.
package struct PictureLines {
  /// A picture with what its file says of itself.
  package struct Line: Hashable, Sendable {
    /// The picture's record.
    package var image: EntryImage
    /// Nil where the file is not here, or is no picture any more.
    package var facts: PictureFacts?
    /// Whether its file is on this machine.
    package var isHere: Bool
  }

  /// One for each picture that is not in the trash, in their order.
  package let lines: [Line]

  /// Whether the entry has no picture outside the trash.
  package var isEmpty: Bool { lines.isEmpty }

  /// Reads the beginning of each file.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package init(_ entry: Entry, in journal: OpenedJournal) throws {
    lines = try journal.store.images(of: entry.id).map { PictureLines.line($0, assets: journal.assets) }
  }

  private static func line(_ image: EntryImage, assets: AssetFolder) -> Line {
    guard let asset = image.imageAsset, assets.contains(asset) else { return Line(image: image, isHere: false) }
    do {
      return Line(image: image, facts: try assets.bytes(of: asset).facts(), isHere: true)
    } catch {
      // What is damaged is for “doctor” to say; here it has no size.
      return Line(image: image, isHere: true)
    }
  }

  /// What a message calls a picture.
  package static func name(_ image: EntryImage) -> String { image.caption.isEmpty ? "a picture" : image.caption }

  /// `▣ 1  canal.jpg  4032 × 3024  1.2 MB`, a line for each.
  package func print(to output: inout Printout) {
    for (index, line) in lines.enumerated() { PictureLines.print(line, number: index + 1, to: &output) }
  }

  static func print(_ line: Line, number: Int?, to output: inout Printout) {
    output.add("▣ ", .dim)
    if let number { output.add("\(number)  ", .strong) }
    output.add(line.image.caption.isEmpty ? "(no caption)" : line.image.caption)
    output.line("  " + words(line), .dim)
  }

  private static func words(_ line: Line) -> String {
    guard line.isHere else { return "not on this computer" }
    guard let facts = line.facts else { return "cannot be read" }
    let size = "\(NumberText.grouped(facts.width)) × \(NumberText.grouped(facts.height))"
    return [size, facts.bytes.map(NumberText.bytes)].compactMap(\.self).joined(separator: "  ")
  }

  /// `{"ok":true,"count":…,"items":[{"number":1,"id":…,…}]}` and a line end.
  package func json() -> [UInt8] {
    Answer.items(Array(lines.enumerated())) { item, json in
      let (index, line) = (item.offset, item.element)
      json.member("number", Int64(index + 1))
      EntryJSON.write(line.image, to: &json)
      json.member("isHere", line.isHere)
      json.member("bytes", line.facts?.bytes)
      json.member("width", line.facts.map { Int64($0.width) })
      json.member("height", line.facts.map { Int64($0.height) })
    }
  }
}

/// Pictures in JSON answers.
package enum AttachAnswer {
  /// `{"ok":…,"entry":…,"attached":[…],"failures":[{"file":…,"code":…,"message":…}]}` and a line end.
  package static func attached(
    _ images: [EntryImage], to entry: Entry, failures: [(file: String, failure: CommandFailure)]
  ) -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      json.member("ok", failures.isEmpty)
      json.member("entry", entry.id.rawValue)
      json.key("attached")
      json.array { json in for image in images { json.object { EntryJSON.write(image, to: &$0) } } }
      json.key("failures")
      json.array { json in
        for (file, failure) in failures {
          json.object { json in
            json.member("file", file)
            json.member("code", failure.code.rawValue)
            json.member("message", failure.sentence)
          }
        }
      }
    }
    json.lineFeed()
    return json.bytes
  }
}
