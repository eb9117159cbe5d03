/// A piece of a date as typed: a number, a word in small letters, or a sign.
struct NaturalDateToken: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case number(Int, digits: Int)
    case word(String)
    case sign(Unicode.Scalar)
  }

  var kind: Kind
  /// Whether it follows the token before it without white space.
  var isJoined: Bool

  /// The longest text that can be a date, in scalars.
  static let longest = 80

  /// The pieces of a text, or nil where it has something that no date has.
  static func tokens(in text: String) -> [NaturalDateToken]? {
    guard text.utf8.count <= longest * 4 else { return nil }
    let scalars = Array(text.lowercased().unicodeScalars)
    guard scalars.count <= longest else { return nil }
    var tokens: [NaturalDateToken] = []
    var isJoined = false
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      if scalar.isSpace {
        isJoined = false
        index += 1
        continue
      }
      var end = index
      let kind: Kind
      if isDigit(scalar) {
        var value = 0
        while end < scalars.count, isDigit(scalars[end]) {
          guard end - index < 9 else { return nil }
          value = value * 10 + Int(scalars[end].value - 0x30)
          end += 1
        }
        kind = .number(value, digits: end - index)
      } else if scalar.isLetterOrMark {
        while end < scalars.count, scalars[end].isLetterOrMark || scalars[end] == "'" || scalars[end] == "’" {
          end += 1
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[index..<end].map { $0 == "’" ? "'" : $0 })
        kind = .word(String(view))
      } else {
        guard "-/.:,+".unicodeScalars.contains(scalar) else { return nil }
        end += 1
        kind = .sign(scalar)
      }
      tokens.append(NaturalDateToken(kind: kind, isJoined: isJoined))
      isJoined = true
      index = end
    }
    return tokens
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }
}

/// The English words that dates are made of.
package enum DateWords {
  /// 1...12 of a month's name in lower case, its first three letters, or `sept`.
  package static func month(_ word: String) -> Int? {
    if word == "sept" { return 9 }
    guard word.utf8.count >= 3 else { return nil }
    return monthNames.firstIndex { name in
      let lowered = name.lowercased()
      return lowered == word || (word.utf8.count == 3 && lowered.hasPrefix(word))
    }.map { $0 + 1 }
  }

  static func weekday(_ word: String) -> Weekday? {
    switch word {
    case "tues": return .tuesday
    case "weds": return .wednesday
    case "thur", "thurs": return .thursday
    default: break
    }
    return Weekday.allCases.first { weekday in
      let lowered = weekday.name.lowercased()
      return lowered == word || (word.utf8.count == 3 && lowered.hasPrefix(word))
    }
  }

  /// A number in words, up to twelve.
  static func number(_ word: String) -> Int? {
    switch word {
    case "a", "an": 1
    case "couple": 2
    default:
      ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
        .firstIndex(of: word).map { $0 + 1 }
    }
  }

  enum Unit {
    case second, minute, hour, day, week, month, year
  }

  static func unit(_ word: String) -> (unit: Unit, count: Int)? {
    switch word {
    case "second", "seconds", "sec", "secs", "s": (.second, 1)
    case "minute", "minutes", "min", "mins": (.minute, 1)
    case "hour", "hours", "hr", "hrs", "h": (.hour, 1)
    case "day", "days", "d": (.day, 1)
    case "week", "weeks", "w": (.week, 1)
    case "fortnight", "fortnights": (.week, 2)
    case "month", "months": (.month, 1)
    case "year", "years", "y": (.year, 1)
    default: nil
    }
  }

  /// A part of the day, and the hour that stands for it.
  enum DayPart {
    case morning, afternoon, evening, night

    init?(_ word: String) {
      switch word {
      case "morning": self = .morning
      case "afternoon": self = .afternoon
      case "evening": self = .evening
      case "night": self = .night
      default: return nil
      }
    }

    var hour: Int {
      switch self {
      case .morning: 9
      case .afternoon: 15
      case .evening: 19
      case .night: 21
      }
    }
  }
}
