import JournalCore

/// Links of a note to what has another place here: files that are kept beside it, and notes that it shows within.
extension NoteLinks {
  /// What a link means that cannot stay as it is.
  enum Meaning {
    /// A file that is kept beside the entry, by its kind and name.
    case kept(KeptItem.Kind, String)
    /// Another note, which is shown in this one.
    case note
  }

  /// A text in which links to kept files say what they are and where, and notes that are shown are linked; what is code stays.
  ///
  /// - Parameters:
  ///   - text: with LF as line ends.
  ///   - meaning: what a link means by its address; nil for one that stays.
  static func spelled(_ text: String, _ meaning: (_ target: String, _ isEmbedded: Bool) -> Meaning?) -> String {
    guard text.utf8.contains(UInt8(ascii: "[")) else { return text }
    var pieces: [(range: Range<Int>, text: String)] = []
    func place(_ index: Substring.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = line
      while let open = rest.firstIndex(of: "[") {
        guard let link = link(in: rest, at: open) else {
          rest = rest[rest.index(after: open)...]
          continue
        }
        let isEmbedded = open > rest.startIndex && rest[rest.index(before: open)] == "!"
        let start = isEmbedded ? rest.index(before: open) : open
        switch meaning(link.target, isEmbedded) {
        case .kept(let kind, let file):
          let name = KeptItem(entry: RecordName(""), details: "", name: file).name
          let words = caption(link)
          let isNamed = !words.isEmpty && words != name && words != file
          pieces.append((place(start)..<place(link.end), (isNamed ? words + " " : "") + kind.place(of: name)))
        case .note where isEmbedded:
          pieces.append((place(start)..<place(link.end), String(rest[open..<link.end])))
        case .note, nil: break
        }
        rest = rest[link.end...]
      }
    }
    return EntryLink.replacing(pieces, in: text)
  }
}

extension KeptItem.Kind {
  /// What a text calls it.
  var words: String {
    switch self {
    case .audio: "recording"
    case .video: "video"
    case .pdf: "PDF"
    case .file, .details: "file"
    }
  }

  /// What stands in a text for a file that is kept beside the entry.
  func place(of name: String) -> String { "(\(words): \(name), see: cloudjournal import --kept)" }
}
