import TestKit
import Testing

@testable import JournalFormats

/// Markdown on a page.
@Suite struct MarkdownHTMLTests {
  private func html(_ text: String, entry: Int = 1) -> String {
    String(decoding: MarkdownHTML.bytes(of: text, entry: entry), as: UTF8.self)
  }

  @Test(arguments: [
    ("a *b* **c** ~~d~~ `e<`", "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e&lt;</code></p>\n"),
    ("one\ntwo  \nthree", "<p>one<br>\ntwo<br>\nthree</p>\n"),
    ("# A\n## B\n### C", "<h5 class=\"first\">A</h5>\n<h5>B</h5>\n<h6>C</h6>\n"),
    ("> q", "<blockquote>\n<p>q</p>\n</blockquote>\n"), ("---", "<hr>\n"),
    ("3. a\n4. b", "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>\n"),
    ("- a\n\n- b", "<ul>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>\n"),
    ("```\n<b>\n```", "<pre><code>&lt;b&gt;\n</code></pre>\n"),
    ("a\u{0}b\u{1B}[31m\u{7F}\u{85}\u{A0}é", "<p>a\u{FFFD}b\u{241B}[31m\u{2421}\u{FFFD}\u{A0}é</p>\n"),
  ])
  func marks(_ text: String, _ wanted: String) { #expect(html(text) == wanted) }

  @Test func tasksHaveTheirBoxes() {
    let html = html("- [ ] open\n- [x] done")
    #expect(html.contains("<li class=\"task\"><span class=\"box\">☐</span> open</li>"))
    #expect(html.contains("☑</span> done</li>"))
  }

  @Test func tablesKeepTheirSides() {
    let html = html("| a | b | c |\n|---|:-:|--:|\n| 1 | <i> | 3 |")
    #expect(html.contains("<tr><th>a</th><th class=\"middle\">b</th><th class=\"end\">c</th></tr>"))
    #expect(html.contains("<td class=\"middle\"><code class=\"raw\">&lt;i&gt;</code></td>"), "\(html)")
  }

  /// The same number in another entry is another footnote.
  @Test func footnotesLeadToTheirOwnEntry() {
    let html = html("a[^x]\n\n[^x]: note", entry: 7)
    #expect(html.contains("<sup><a href=\"#e7n1\">1</a></sup>") && html.contains("id=\"e7n1\""), "\(html)")
  }

  @Test func onlyHarmlessLinksAreLinks() {
    let good = html("[a](https://example.org/?a=1&b=\"2\") <mailto:a@example.org> [c](HTTP://x.org)")
    #expect(
      good.contains("href=\"https://example.org/?a=1&amp;b=&quot;2&quot;\">a</a>") || good.contains("%22"), "\(good)")
    #expect(good.contains("href=\"mailto:a@example.org\"") && good.contains("href=\"HTTP://x.org\""))
    for address in [
      "javascript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", "file:///etc/passwd", "x.md", "//x.org", "#m",
    ] {
      let html = html("[words](\(address))")
      #expect(!html.contains("href") && html.contains("words") && html.contains("(\(address))"), "\(html)")
    }
  }

  /// A picture of the text is its words, with a link at most: nothing is loaded.
  @Test func nothingIsLoaded() {
    let html = html("![a \"cat\"](https://x.org/cat.jpg) [![b](https://x.org/b.jpg)](https://x.org) ![](c.jpg)")
    #expect(!html.contains("<img") && html.contains("href=\"https://x.org/cat.jpg\">a &quot;cat&quot;</a>"), "\(html)")
    #expect(html.contains("<a rel=\"noopener noreferrer\" href=\"https://x.org\"><span class=\"picture\">b</span></a>"))
    #expect(html.contains("<span class=\"picture\">c.jpg</span>"))
  }

  @Test func rawHTMLIsText() throws {
    let html = html(
      "<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> b\n\n<div onclick='x'>\n\n&lt;b&gt; <!-- c -->")
    let check = try HTMLCheck(Array(html.utf8))
    #expect(check.tags.isSubset(of: ["p", "pre", "code", "br"]), "\(check.tags)")
    #expect(check.text.contains("<script>alert(1)</script>") && check.text.contains("onerror=alert(1)"))
  }

  /// Whatever stands in a text, the page has only the tags, attributes and addresses that it may have.
  @Test func noTextBreaksOut() throws {
    let traps = [
      "</p>", "</article>", "<script>", "\"", "'", "&quot;", "](javascript:x)", "](https://x\" onload=\"y)", "![", "[",
      "<a href=",
      "<!--", "-->", "]]>", "```", "~~~", "| a |\n|---|\n", "[^1]", "\n[^1]: ", "> ", "- [x] ", "\n\n", "    ", "&#60;",
      "\\",
      "https://example.org/<b>", "<https://x.org/\">", "\u{0}", "\u{1B}", "\r\n", "</style>", "**", "_", "`",
      "<mailto:x@y.z>",
    ]
    let tags: Set<String> = [
      "p", "em", "strong", "del", "code", "pre", "a", "br", "h5", "h6", "hr", "ul", "ol", "li", "span", "blockquote",
      "div", "table", "tr", "th", "td", "sup",
    ]
    var values = NastyValues(seed: 17)
    for _ in 0..<600 {
      let text = (0..<values.number(1...14)).map { _ in
        values.chance(70) ? values.pick(traps) : values.text(0...2, lines: true)
      }.joined()
      let bytes = MarkdownHTML.bytes(of: text, entry: 1)
      let check = try HTMLCheck(bytes)
      #expect(check.tags.isSubset(of: tags), "\(text.debugDescription)")
      #expect(check.attributes.isSubset(of: ["class", "href", "rel", "id", "start"]), "\(text.debugDescription)")
      for address in check.addresses {
        let lower = address.lowercased()
        #expect(
          ["http://", "https://", "mailto:", "#e1n"].contains { lower.hasPrefix($0) }, "\(text.debugDescription)")
      }
      #expect(bytes.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x09 })
    }
  }

  @Test func deepAndLongTextsAreTaken() throws {
    _ = try HTMLCheck(MarkdownHTML.bytes(of: String(repeating: "> ", count: 5_000) + "x", entry: 1))
    _ = try HTMLCheck(MarkdownHTML.bytes(of: String(repeating: "[", count: 20_000), entry: 1))
    _ = try HTMLCheck(MarkdownHTML.bytes(of: String(repeating: "*a **b ", count: 5_000), entry: 1))
  }
}
