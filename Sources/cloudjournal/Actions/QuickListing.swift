import JournalApp
import JournalCore

extension ListPrinting {
  /// Reads `list` and `search` with their filters; nil where something else stands there.
  init?(quickly name: String, _ arguments: [String]) throws {
    self.init()
    var words: [String] = []
    var style = QuickStyle()
    var sort = OrderOptions.Sort.date
    var isReversed = false
    var reader = OptionReader(arguments)
    while let option = reader.next() {
      switch option {
      case "-n", "--limit": limit = reader.number(atLeast: 1)
      case "--cursor": cursor = reader.value()
      case "--sort" where name == "list": sort = reader.choice(OrderOptions.Sort.self) ?? .date
      case "--reverse" where name == "list": isReversed = true
      default:
        if !option.hasPrefix("-") {
          words.append(option)
        } else if !filter.take(option, from: &reader), !style.take(option, from: &reader),
          !reader.takeGlobal(option, into: &global)
        {
          return nil
        }
      }
    }
    guard reader.isComplete else { return nil }
    if name == "search" {
      guard !words.isEmpty else { return nil }
      filter.search = words.spaced
    } else {
      guard words.allSatisfy({ $0.hasPrefix("@") || $0.hasPrefix("#") }) else { return nil }
      filter.tags += words
    }
    order = ListOrder(sort.listSort, reversed: isReversed)
    self.style = try style.style(global)
  }
}

extension OnThisDayAction {
  /// Reads `on-this-day`; nil where something else stands there.
  init?(quickly arguments: [String]) throws {
    self.init()
    var words: [String] = []
    var style = QuickStyle()
    var reader = OptionReader(arguments)
    while let option = reader.next() {
      if option == "-n" || option == "--limit" {
        limit = reader.number(atLeast: 1)
      } else if !option.hasPrefix("-") {
        words.append(option)
      } else if !style.take(option, from: &reader), !reader.takeGlobal(option, into: &global) {
        return nil
      }
    }
    guard reader.isComplete else { return nil }
    day = words.spaced
    self.style = try style.style(global)
  }
}

/// How entries are printed, as ``PrintOptions`` declares it.
private struct QuickStyle {
  private var format: PrintOptions.Format?
  private var isShort = false
  private var fields: String?

  mutating func take(_ option: String, from reader: inout OptionReader) -> Bool {
    switch option {
    case "--format": format = reader.choice(PrintOptions.Format.self)
    case "--short": isShort = true
    case "--fields": fields = reader.value()
    default: return false
    }
    return true
  }

  func style(_ global: GlobalSettings) throws -> ListStyle {
    try ListStyle(format, short: isShort, fields: fields, json: global.wantsJSON)
  }
}

extension EntryFilter {
  /// Takes one of the filters that ``FilterOptions`` declares; false where it is none.
  fileprivate mutating func take(_ option: String, from reader: inout OptionReader) -> Bool {
    func append(_ value: String?, to values: inout [String]) { if let value { values.append(value) } }
    switch option {
    case "--on", "-on": on = reader.value()
    case "--from", "-from": from = reader.value()
    case "--to", "-to", "--until", "-until": to = reader.value()
    case "--today-in-history", "-today-in-history": isTodayInHistory = true
    case "--month", "-month": month = reader.value()
    case "--day", "-day": day = reader.number()
    case "--year", "-year": year = reader.number()
    case "--contains", "-contains": append(reader.value(), to: &contains)
    case "--starred", "-starred", "--favorite", "--favourite": isStarred = true
    case "--not-starred": isNotStarred = true
    case "--tag": append(reader.value(), to: &tags)
    case "--not", "-not": append(reader.value(), to: &excludedTags)
    case "--mood": append(reader.value(), to: &moods)
    case "--category": append(reader.value(), to: &categories)
    case "--and", "-and": matchesAll = true
    default: return false
    }
    return true
  }
}
