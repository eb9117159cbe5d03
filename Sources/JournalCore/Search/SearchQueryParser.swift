/// Reads the search syntax.
///
/// `mood:happy,excited category:work category:"two words" tag:run is:favourite has:image from:2026-01 to:march
/// "exact words" -not word or word`
///
/// Terms that stand side by side must all hold; `or` between them begins an alternative. `-` before a term negates it.
/// A list of values after a key means any of them. What looks like a filter and is none, such as `foo:bar`, is told of;
/// within quotes, and where no filter could stand, as in `http://` or `10:30`, it is plain text, and so are all operators
/// of other languages: nothing in here ever reaches SQL or FTS5 as syntax. Reading never fails, because people type one
/// letter after the other: what is unfinished or wrong is left out and told of.
package enum SearchQueryParser {
  /// How many terms are used; an index should not have to answer a novel.
  package static let mostTerms = 64

  /// Understands what was typed.
  ///
  /// - Parameters:
  ///   - today: The day to which `from:yesterday` refers.
  ///   - order: How `from:5/6/2026` is read; nil refuses it.
  package static func parse(_ text: String, today: CivilDate, order: DateOrder? = nil) -> ParsedSearch {
    var parser = Parser(text: text, today: today, order: order)
    return parser.parse()
  }
}

private struct Parser {
  private let text: String
  private let bytes: [UInt8]
  private let today: CivilDate
  private let order: DateOrder?
  private var index = 0
  private var alternatives: [[SearchTerm]] = [[]]
  private var termCount = 0
  private var problems: [SearchProblem] = []

  init(text: String, today: CivilDate, order: DateOrder?) {
    (self.text, self.today, self.order) = (text, today, order)
    bytes = Array(text.utf8)
  }

  mutating func parse() -> ParsedSearch {
    while true {
      skipSpace()
      guard index < bytes.count else { break }
      guard termCount < SearchQueryParser.mostTerms else {
        problems.append(
          SearchProblem(
            what: "Only the first \(SearchQueryParser.mostTerms) parts of the search are used.",
            advice: "Search for less at once.", range: index..<bytes.count))
        break
      }
      readTerm()
    }
    // An alternative without terms would find everything: it is one that is still to be typed.
    return ParsedSearch(
      query: SearchQuery(alternatives: alternatives.filter { !$0.isEmpty }, source: text), problems: problems)
  }

  // MARK: Terms

  private mutating func readTerm() {
    let start = index
    var isNegated = false
    if bytes[index] == UInt8(ascii: "-"), index + 1 < bytes.count, !isSpace(at: index + 1) {
      isNegated = true
      index += 1
    }
    if let quote = openingQuote(at: index) {
      let phrase = readQuoted(quote)
      // While a phrase is being typed its last word is one that may go on.
      let condition: SearchCondition = phrase.isClosed ? .phrase(phrase.text) : .word(phrase.text)
      addText(condition, phrase.text, isNegated: isNegated, range: start..<index)
      return
    }
    if let key = readKey() {
      readValues(of: key, isNegated: isNegated, from: start)
      return
    }
    let word = readWord()
    if !isNegated, word.lowercased() == "or" {
      if alternatives.last?.isEmpty == false { alternatives.append([]) }
      return
    }
    if let name = unknownFilter(in: word) {
      problems.append(
        SearchProblem(
          what: "There is no filter “\(name)”. Filters are \(Self.filters).",
          advice: "Put quotes around the words to look for them.", range: start..<index))
      return
    }
    addText(.word(word), word, isNegated: isNegated, range: start..<index)
  }

  private static let filters = "mood, category, tag, links, is, has, from and to"

  /// The name of a filter that there is not: letters and a colon, and a value behind it.
  private func unknownFilter(in word: String) -> String? {
    let bytes = Array(word.utf8)
    let name = bytes.prefix { isLetter($0) }
    guard 2...10 ~= name.count, name.count + 1 < bytes.count, bytes[name.count] == UInt8(ascii: ":") else { return nil }
    // An address, a time, a smiley or a name of a program's parts is what it looks like.
    let next = bytes[name.count + 1]
    let isValue = isLetter(next) || 0x30...0x39 ~= next || next >= 0x80 || next == UInt8(ascii: "\"")
    guard isValue, !name.elementsEqual("mailto".utf8) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func addText(_ condition: SearchCondition, _ text: String, isNegated: Bool, range: Range<Int>) {
    guard SearchTokenizer.hasTokens(text) else {
      // A quote or a minus by itself is the beginning of something.
      if !trimmingSpace(text).isEmpty, text != "-" {
        problems.append(
          SearchProblem(
            what: "“\(text)” has no letter or digit to look for.", advice: "Leave it out, or add a word.",
            range: range))
      }
      return
    }
    add(condition, isNegated: isNegated)
  }

  private mutating func add(_ condition: SearchCondition, isNegated: Bool) {
    alternatives[alternatives.count - 1].append(SearchTerm(condition, isNegated: isNegated))
    termCount += 1
  }

  // MARK: Keys

  private enum Key {
    case mood, category, tag, links, state, content, from, to

    init?(_ name: String) {
      switch name {
      case "mood", "moods": self = .mood
      case "category", "categories": self = .category
      case "tag", "tags": self = .tag
      case "links", "link": self = .links
      case "is": self = .state
      case "has": self = .content
      case "from", "since": self = .from
      case "to", "until": self = .to
      default: return nil
      }
    }

    var example: String {
      switch self {
      case .mood: "mood:happy"
      case .category: "category:work"
      case .tag: "tag:run"
      case .links: "links:\"The heron\""
      case .state: "is:favourite"
      case .content: "has:image"
      case .from: "from:2026-01"
      case .to: "to:yesterday"
      }
    }
  }

  private mutating func readKey() -> Key? {
    var end = index
    while end < bytes.count, isLetter(bytes[end]), end - index <= 10 { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ":") else { return nil }
    guard let key = Key(string(index..<end).lowercased()) else { return nil }
    index = end + 1
    return key
  }

  private mutating func readValues(of key: Key, isNegated: Bool, from start: Int) {
    var values: [(text: String, range: Range<Int>)] = []
    while index < bytes.count {
      let valueStart = index
      if let quote = openingQuote(at: index) {
        let text = readQuoted(quote).text
        values.append((text, valueStart..<index))
      } else {
        let text = readValue()
        if !text.isEmpty { values.append((text, valueStart..<index)) }
      }
      guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { break }
      index += 1
    }
    if key == .links { values.removeAll { trimmingSpace($0.text).isEmpty } }
    guard !values.isEmpty else {
      problems.append(
        SearchProblem(
          what: "“\(string(start..<index))” has no value.", advice: "Write it like \(key.example).",
          range: start..<index))
      return
    }
    switch key {
    case .mood:
      add(.mood(values.map { Mood(rawValue: trimmingSpace($0.text).lowercased()) }), isNegated: isNegated)
    case .category: add(.category(values.map { trimmingSpace($0.text) }), isNegated: isNegated)
    case .tag: addTags(values.map(\.text), isNegated: isNegated, range: start..<index)
    case .links: add(.linksTo(values.map(\.text)), isNegated: isNegated)
    case .state, .content, .from, .to:
      // All of these must hold, so a list of them is as good as several terms; but a negated list is not.
      if values.count > 1 {
        problems.append(
          SearchProblem(
            what: "Only one value can stand after \(string(start..<values[0].range.lowerBound)).",
            advice: "Repeat it for each, like \(key.example).",
            range: values[1].range.lowerBound..<values[values.count - 1].range.upperBound))
      }
      addSingle(key, values[0].text, isNegated: isNegated, range: values[0].range)
    }
  }

  private mutating func addTags(_ values: [String], isNegated: Bool, range: Range<Int>) {
    let tags = values.map { TagSyntax.normalise(trimmingSpace($0)) }.filter { !$0.isEmpty }
    guard !tags.isEmpty else {
      problems.append(
        SearchProblem(what: "There is no tag in “\(string(range))”.", advice: "Write it like tag:run.", range: range))
      return
    }
    add(.tag(tags), isNegated: isNegated)
  }

  private mutating func addSingle(_ key: Key, _ value: String, isNegated: Bool, range: Range<Int>) {
    switch key {
    case .state:
      switch value.lowercased() {
      case "favourite", "favorite", "favourites", "favorites", "starred": add(.isFavorite, isNegated: isNegated)
      case "trashed", "trash", "deleted": add(.isTrashed, isNegated: isNegated)
      case "unfiled": add(.isUnfiled, isNegated: isNegated)
      default:
        problems.append(
          SearchProblem(
            what: "There is no “is:\(value)”.", advice: "It can be is:favourite, is:trashed or is:unfiled.",
            range: range))
      }
    case .content:
      switch value.lowercased() {
      case "image", "images", "picture", "pictures", "photo", "photos": add(.hasImage, isNegated: isNegated)
      default:
        problems.append(
          SearchProblem(what: "There is no “has:\(value)”.", advice: "It can be has:image.", range: range))
      }
    default:
      do {
        let days = try NaturalDate.days(value, today: today, order: order)
        add(key == .from ? .from(days.first) : .to(days.last), isNegated: isNegated)
      } catch {
        problems.append(
          SearchProblem(what: error.sentence, advice: "This part is left out for now.", range: range))
      }
    }
  }

  // MARK: Pieces

  /// A word up to white space.
  private mutating func readWord() -> String {
    let start = index
    while index < bytes.count, !isSpace(at: index) { index += 1 }
    return string(start..<index)
  }

  /// A value up to a comma or white space.
  private mutating func readValue() -> String {
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: ","), !isSpace(at: index) { index += 1 }
    return string(start..<index)
  }

  /// A straight or curly quotation mark that opens a phrase, by its length in bytes.
  private func openingQuote(at index: Int) -> Int? {
    guard index < bytes.count else { return nil }
    if bytes[index] == UInt8(ascii: "\"") { return 1 }
    return isCurlyQuote(at: index) ? 3 : nil
  }

  /// `“`, `”` or `„`.
  private func isCurlyQuote(at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index] == 0xE2 && bytes[index + 1] == 0x80
      && (bytes[index + 2] == 0x9C || bytes[index + 2] == 0x9D || bytes[index + 2] == 0x9E)
  }

  /// The text up to the closing mark of the same kind, straight or curly, or to the end.
  private mutating func readQuoted(_ length: Int) -> (text: String, isClosed: Bool) {
    index += length
    let start = index
    while index < bytes.count {
      let isEnd = length == 1 ? bytes[index] == UInt8(ascii: "\"") : isCurlyQuote(at: index)
      if isEnd {
        defer { index += length }
        return (string(start..<index), true)
      }
      index += 1
    }
    return (string(start..<index), false)
  }

  private mutating func skipSpace() {
    while index < bytes.count, isSpace(at: index) { index += bytes.span.scalar(at: index).length }
  }

  private func isSpace(at index: Int) -> Bool {
    let byte = bytes[index]
    if byte < 0x80 { return Unicode.Scalar(byte).isSpace }
    return byte >= 0xC0 && bytes.span.scalar(at: index).scalar.isSpace
  }

  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
