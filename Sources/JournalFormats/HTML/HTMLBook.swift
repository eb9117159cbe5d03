import Encodings
package import JournalCore

/// A journal as one page of HTML: a title, a table of months, and the entries by month and day, with their pictures in it.
///
/// It has its own style, for light and dark screens and for paper, and needs nothing else: no script, no file, no network. All
/// that a person wrote is escaped. It is written from its beginning to its end, and holds nothing but the place where it is.
package struct HTMLBook {
  /// A month with entries.
  package struct Month: Hashable, Comparable, Sendable {
    /// 1...9999.
    package var year: Int
    /// 1...12.
    package var month: Int

    /// The month of a day.
    package init(_ date: CivilDate) { (year, month) = (date.year, date.month) }

    /// An earlier month is smaller.
    package static func < (a: Month, b: Month) -> Bool { (a.year, a.month) < (b.year, b.month) }

    /// `November 2026`.
    package var name: String { "\(monthNames[month - 1]) \(year)" }
  }

  /// What its first page says.
  package struct Cover: Sendable {
    /// Shown as the title.
    package var title: String
    /// The first and the last day of its entries; nil where there are none.
    package var days: ClosedRange<CivilDate>?
    /// How many entries each month has.
    package var months: [Month: Int]
    /// The day on which it is written.
    package var madeOn: CivilDate

    package init(title: String, days: ClosedRange<CivilDate>?, months: [Month: Int], madeOn: CivilDate) {
      (self.title, self.days, self.months, self.madeOn) = (title, days, months, madeOn)
    }
  }

  /// Where links between entries lead in the page.
  package struct Links {
    /// The number of the entry in which they stand.
    package var number: Int
    /// The number of the entry of a title, or of the first one of a day; nil where the page has none.
    package var target: (String) -> Int?

    package init(number: Int, target: @escaping (String) -> Int?) { (self.number, self.target) = (number, target) }
  }

  private var month: Month?
  private var day: CivilDate?
  private var entries = 0
  /// Months that have begun: each has its anchor once.
  private var anchors: Set<Month> = []
  /// Bytes of a picture that are no whole group of Base64 yet.
  private var rest: [UInt8] = []

  package init() {}

  // MARK: The first pages

  /// The head of the page, its title and the table of months.
  package func beginning(_ cover: Cover) -> [UInt8] {
    var html = HTMLWriter()
    html.markup(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <meta name="color-scheme" content="light dark">
      <title>
      """)
    html.text(cover.title)
    html.markup("</title>\n<style>\n")
    html.markup(HTMLBookStyle.sheet)
    html.markup("</style>\n</head>\n<body>\n<header class=\"cover\">\n<h1>")
    html.text(cover.title)
    html.markup("</h1>\n<p>")
    html.text(NumberText.counted(cover.months.values.reduce(0, +), "entry", "entries"))
    if let days = cover.days {
      html.markup("<br>\n")
      html.text(HTMLBook.words(days.lowerBound))
      if days.lowerBound != days.upperBound {
        html.markup(" – ")
        html.text(HTMLBook.words(days.upperBound))
      }
    }
    html.markup("</p>\n<p class=\"made\">Written on ")
    html.text(HTMLBook.words(cover.madeOn))
    html.markup("</p>\n</header>\n")
    addMonths(cover.months, &html)
    html.markup("<main>\n")
    return html.bytes
  }

  /// A row for each year with entries, and a cell for each month.
  private func addMonths(_ months: [Month: Int], _ html: inout HTMLWriter) {
    guard !months.isEmpty else { return }
    html.markup("<nav aria-label=\"Months\">\n<h2>Months</h2>\n<table>\n")
    for year in Set(months.keys.map(\.year)).sorted() {
      html.markup("<tr><th scope=\"row\">")
      html.number(year)
      html.markup("</th>")
      for number in 1...12 {
        html.markup("<td>")
        let name = monthNames[number - 1]
        if let month = CivilDate(year: year, month: number, day: 1).map({ Month($0) }), let count = months[month] {
          html.markup("<a href=\"#")
          addAnchor(month, &html)
          html.markup("\" title=\"")
          html.text("\(month.name): \(NumberText.counted(count, "entry", "entries"))")
          html.markup("\">")
          html.text(name.prefix(3))
          html.markup("</a>")
        } else {
          html.text(name.prefix(3))
        }
        html.markup("</td>")
      }
      html.markup("</tr>\n")
    }
    html.markup("</table>\n</nav>\n")
  }

  private func addAnchor(_ month: Month, _ html: inout HTMLWriter) {
    html.markup("m")
    html.text("\(padded(month.year, 4))-\(padded(month.month, 2))")
  }

  // MARK: Entries

  /// All of an entry but its pictures, with the headings of its month and day where these begin.
  ///
  /// - Parameters:
  ///   - category: the entry's, if it is filed under one that is there.
  ///   - links: where links lead; nil where none does, so that their words stand alone.
  package mutating func beginEntry(_ entry: Entry, category: Category?, links: Links? = nil) -> [UInt8] {
    var html = HTMLWriter()
    let local = entry.date.local
    addHeadings(local.date, &html)
    entries += 1
    html.markup("<article")
    if let links {
      html.markup(" id=\"e")
      html.number(links.number)
      html.markup("\"")
    }
    html.markup(">\n")
    if !entry.title.isEmpty {
      html.markup("<h4>")
      html.text(entry.title)
      html.markup("</h4>\n")
    }
    html.markup("<p class=\"facts\"><time datetime=\"")
    html.text(ISODate.string(entry.date))
    html.markup("\">")
    html.text(local.shownClock)
    html.markup("</time>")
    if entry.isFavorite { html.markup(" <span title=\"Favourite\">★</span>") }
    if let category { addCategory(category, &html) }
    if let mood = entry.mood {
      html.markup(" <span class=\"mood\">")
      html.text("\(mood.glyph) \(mood.rawValue)")
      html.markup("</span>")
    }
    for tag in entry.allTags {
      html.markup(" <span class=\"tag\">#<bdi>")
      html.text(tag)
      html.markup("</bdi></span>")
    }
    html.markup("</p>\n")
    guard !entry.body.isEmpty else { return html.bytes }
    html.markup("<div class=\"text\" lang=\"\">\n")
    return html.bytes + MarkdownHTML.bytes(of: entry.body, entry: entries, links: links) + Array("</div>\n".utf8)
  }

  private mutating func addHeadings(_ date: CivilDate, _ html: inout HTMLWriter) {
    let next = Month(date)
    if month != next {
      if month != nil { html.markup("</section>\n") }
      html.markup("<section class=\"month\"")
      if anchors.insert(next).inserted {
        html.markup(" id=\"")
        addAnchor(next, &html)
        html.markup("\"")
      }
      html.markup(">\n<h2>")
      html.text(next.name)
      html.markup("</h2>\n")
    }
    if day != date {
      html.markup("<h3>")
      html.text(HTMLBook.words(date))
      html.markup("</h3>\n")
    }
    (month, day) = (next, date)
  }

  private func addCategory(_ category: Category, _ html: inout HTMLWriter) {
    html.markup(" <span class=\"category\"><i style=\"background:#")
    html.text(HTMLBook.digits(of: category.colorHex))
    html.markup("\"></i><bdi>")
    html.text(category.name)
    html.markup("</bdi></span>")
  }

  /// The six digits of a colour; those of the usual one where a text is none.
  private static func digits(of color: String) -> String {
    for color in [color, Category.defaultColor] {
      do throws(InvalidInput) { return String(try CategoryRules.color(color).dropFirst()) } catch {
        // Another device may have written anything.
      }
    }
    return "888888"
  }

  /// `Saturday, 21 November 2026`.
  private static func words(_ date: CivilDate) -> String {
    "\(date.weekday.name), \(date.day) \(Month(date).name)"
  }

  /// What stands behind an entry's pictures.
  package func endEntry() -> [UInt8] { Array("</article>\n".utf8) }

  // MARK: Pictures

  /// What stands in front of a picture's bytes.
  ///
  /// - Parameters:
  ///   - ending: the usual ending of such a file, which says what kind of picture it is.
  ///   - width: in pixels, once it stands upright; 0 where that is not known.
  ///   - height: the same.
  package mutating func beginPicture(caption: String, ending: String, width: Int, height: Int) -> [UInt8] {
    rest.removeAll()
    var html = HTMLWriter()
    html.markup("<figure><img alt=\"")
    html.text(caption)
    if width > 0, height > 0 {
      html.markup("\" width=\"")
      html.number(width)
      html.markup("\" height=\"")
      html.number(height)
    }
    html.markup("\" src=\"data:image/")
    html.text(ending == "jpg" ? "jpeg" : ending)
    html.markup(";base64,")
    return html.bytes
  }

  /// The next bytes of a picture.
  package mutating func picture(_ piece: ArraySlice<UInt8>) -> [UInt8] {
    rest.append(contentsOf: piece)
    let whole = rest.count / 3 * 3
    defer { rest.removeFirst(whole) }
    return Base64.encode(rest[..<whole])
  }

  /// The end of a picture, with its caption.
  package mutating func endPicture(caption: String) -> [UInt8] {
    var html = HTMLWriter()
    html.text(Base64.text(rest))
    rest.removeAll()
    html.markup("\">")
    if !caption.isEmpty {
      html.markup("<figcaption>")
      html.text(caption)
      html.markup("</figcaption>")
    }
    html.markup("</figure>\n")
    return html.bytes
  }

  /// What stands behind the last entry.
  package func end() -> [UInt8] {
    Array((month == nil ? "" : "</section>\n").utf8) + Array("</main>\n</body>\n</html>\n".utf8)
  }
}
