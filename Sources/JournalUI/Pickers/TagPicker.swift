import JournalCore
import TerminalKit

/// What is known of the entries whose tags are being changed, and what was ticked so far.
struct TagChange: Hashable, Sendable {
  struct Subject: Hashable, Sendable {
    /// Nil for the entry in the editor.
    var id: RecordName?
    var tags: [String]
  }

  var subjects: [Subject]
  /// Tags, in the form in which they are compared, that all entries are to have, or none.
  var decided: [String: Bool] = [:]

  func tick(of tag: String) -> Picker.Tick {
    let key = TagSyntax.normalise(tag)
    if let decision = decided[key] { return decision ? .on : .off }
    let count = subjects.count { $0.tags.contains { TagSyntax.normalise($0) == key } }
    return count == 0 ? .off : count == subjects.count ? .on : .some
  }

  mutating func toggle(_ tag: String) { decided[TagSyntax.normalise(tag)] = tick(of: tag) != .on }

  /// The explicit tags of a subject after the change; `names` says how a tag is written.
  func result(for subject: Subject, names: [String]) -> [String] {
    var tags = subject.tags.filter { decided[TagSyntax.normalise($0)] != false }
    for name in names where decided[TagSyntax.normalise(name)] == true {
      if !tags.contains(where: { TagSyntax.normalise($0) == TagSyntax.normalise(name) }) { tags.append(name) }
    }
    return tags
  }
}

extension SharesDesk {
  mutating func openTagPicker(_ change: TagChange, of name: String) {
    var picker = Picker(
      "Tags of \(name)", placeholder: "Type to find, or a new tag", items: tagItems(change, extra: []),
      creates: Picker.Creation(what: "tag") { .newTag($0) })
    picker.tags = change
    picker.showsTags = true
    picker.nothing = "No tags yet"
    dialogs.append(.picker(picker))
    emit(.loadTags(prefix: ""))
  }

  /// Tags of the entries first, then those of the journal, the most used first.
  fileprivate func tagItems(_ change: TagChange, extra: [String]) -> [Picker.Item] {
    var seen: Set<String> = []
    var items: [Picker.Item] = []
    var counts: [String: Int] = [:]
    for tag in tags { counts[TagSyntax.normalise(tag.tag)] = tag.count }
    for name in extra + change.subjects.flatMap(\.tags) + tags.map(\.tag) {
      let key = TagSyntax.normalise(name)
      guard seen.insert(key).inserted else { continue }
      items.append(
        Picker.Item(
          value: .tag(name), title: name, detail: counts[key].map(grouped) ?? "new", glyph: "#",
          tick: change.tick(of: name)))
    }
    return items
  }
}

extension TopDialog {
  /// Takes tags in: all that there are, or more of them, which begin so.
  mutating func tagsLoaded(_ prefix: String, _ loaded: [TagCount]) {
    if prefix.isEmpty {
      tags = loaded
    } else {
      let known = Set(tags.map { TagSyntax.normalise($0.tag) })
      let more = loaded.filter { !known.contains(TagSyntax.normalise($0.tag)) }
      guard !more.isEmpty else { return }
      tags += more
    }
    guard case .picker(var picker) = dialogs.last, picker.showsTags else { return }
    picker.items =
      picker.tags.map { tagItems($0, extra: newTags(picker)) }
      ?? (picker.renamesTags ? tagItems { .renameTag($0) } : tagScopeItems)
    dialogs[dialogs.count - 1] = .picker(picker)
  }

  /// Tags that were made in the picker.
  private func newTags(_ picker: Picker) -> [String] {
    picker.items.compactMap { item in
      if case .tag(let name) = item.value, item.detail == "new" { name } else { nil }
    }
  }

  /// Ticks a tag, or no longer.
  mutating func toggleTag(_ picker: Picker, _ value: Picker.Value) {
    var picker = picker
    guard var change = picker.tags else { return }
    var extra = newTags(picker)
    switch value {
    case .tag(let name): change.toggle(name)
    case .newTag(let text):
      do {
        let name = try TagSyntax.validated(text)
        extra.insert(name, at: 0)
        change.decided[TagSyntax.normalise(name)] = true
        picker.query.replaceAll("")
        picker.cursor = 0
      } catch {
        say(error.sentence, .error)
        return
      }
    case .answer, .action, .setting, .commandLine: return
    }
    picker.tags = change
    picker.items = tagItems(change, extra: extra)
    dialogs[dialogs.count - 1] = .picker(picker)
  }

  /// Takes over the ticks.
  mutating func acceptTags(_ picker: Picker) {
    guard let change = picker.tags else { return }
    let names = picker.items.compactMap { item -> String? in
      if case .tag(let name) = item.value { name } else { nil }
    }
    ask(.tagged(change, names))
  }
}
