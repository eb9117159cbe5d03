/// Another name for a tag, in the tags of an entry and where it stands in its words; one that exists takes it in.
package struct TagRename: Hashable, Sendable {
  /// The tag as it was given, without its symbol.
  package let old: String
  /// The new name, as it is written from now on, without a symbol.
  package let new: String

  /// - Throws: ``InvalidInput`` for a name that is no tag, or that would not be read as one where it stands in a text.
  package init(_ old: String, to new: String) throws(InvalidInput) {
    let former = TagSyntax.name(of: trimmingSpace(old))
    guard !trimmingSpace(new).unicodeScalars.contains(where: { $0.properties.isWhitespace }) else {
      throw InvalidInput("The tag “\(trimmingSpace(new))” has a space in it. Join the words with “-”.")
    }
    guard !former.isEmpty else { throw InvalidInput("Which tag? Give its name, such as “home”.") }
    let name = try TagSyntax.validated(new)
    guard TagSyntax.find(in: "#" + name).map(\.name) == [name] else {
      throw InvalidInput("The tag “\(name)” ends in a character that a tag in a text cannot end in. Leave it out.")
    }
    (self.old, self.new) = (former, name)
  }

  private init(from old: String, to new: String) { (self.old, self.new) = (old, new) }

  /// The renaming that leads back.
  package var inverse: TagRename { TagRename(from: new, to: old) }

  /// The tag’s key: without case.
  package var key: String { TagSyntax.normalise(old) }

  /// A text in which the tag has its new name. The symbols before it stay, and what is in Markdown code.
  package func renamed(in text: String) -> String {
    let found = TagSyntax.find(in: text).filter { TagSyntax.normalise($0.name) == key }
    return Self.text(text, with: found.map { ($0, new) })
  }

  /// A text in which the tags have the names again that they had in a former one, whatever else was written since; nil where
  /// there are more or fewer of them now.
  package func restored(in text: String, from former: String) -> String? {
    let keys = [key, TagSyntax.normalise(new)]
    let names = TagSyntax.find(in: former).filter { keys.contains(TagSyntax.normalise($0.name)) }.map(\.name)
    let found = TagSyntax.find(in: text).filter { keys.contains(TagSyntax.normalise($0.name)) }
    return found.count == names.count ? Self.text(text, with: Array(zip(found, names))) : nil
  }

  /// A text in which some tags have other names.
  private static func text(_ text: String, with names: [(tag: TagSyntax.Found, name: String)]) -> String {
    guard !names.isEmpty else { return text }
    var bytes: [UInt8] = []
    let all = Array(text.utf8)
    var end = 0
    for (tag, name) in names {
      bytes += all[end..<(tag.range.upperBound - tag.name.utf8.count)]
      bytes += name.utf8
      end = tag.range.upperBound
    }
    return String(decoding: bytes + all[end...], as: UTF8.self)
  }

  /// Tags with the new name in the place of the old one, each once.
  package func renamed(in tags: [String]) -> [String] {
    let newKey = TagSyntax.normalise(new)
    var isThere = false
    return tags.compactMap { tag in
      let tagKey = TagSyntax.normalise(tag)
      guard tagKey == key || tagKey == newKey else { return tag }
      defer { isThere = true }
      return isThere ? nil : tagKey == key ? new : tag
    }
  }

  /// The entry with the new name.
  package func renamed(in entry: Entry) -> Entry {
    var entry = entry
    entry.tags = renamed(in: entry.tags)
    entry.title = renamed(in: entry.title)
    entry.body = renamed(in: entry.body)
    return entry
  }
}
