import Testing

@testable import JournalFormats

/// HTML of other programs as Markdown.
@Suite struct HTMLNoteTests {
  @Test(arguments: [
    ("<p>One  two\n three</p><p>Four</p>", "One two three\n\nFour"),
    ("a<br/>b<br>c", "a\nb\nc"), ("<h1>A</h1><h3>B</h3>c", "# A\n\n### B\n\nc"),
    ("<b>bold </b>and<i> it</i> <em></em>x <s>no</s> <code>y*</code>", "**bold** and *it* x ~~no~~ `y*`"),
    ("<p><b>one</p><p>two</b></p>", "**one**\n\n**two**"), ("<b><i>x</b></i>y", "***x***y"),
    ("<ul><li>a</li><li>b<ol><li>c<li>d</ol></li></ul>e", "- a\n- b\n    1. c\n    2. d\n\ne"),
    ("<ul><li><p>a</p></li><li><div>b</div></li></ul>", "- a\n- b"),
    ("<input type=checkbox checked> done <input type='checkbox'> open", "[x] done [ ] open"),
    ("<blockquote><p>a</p><p>b</p></blockquote>c", "> a\n>\n> b\n\nc"),
    ("<pre><code>let  x = 1\n\n  y &lt; 2</code></pre>z", "```\nlet  x = 1\n\n  y < 2\n```\n\nz"),
    ("<a href=\"https://x.org/a(b)\">w <b>x</b></a>.", "[w **x**](<https://x.org/a(b)>)."),
    ("<a href='javascript:x()'>w</a> <a>v</a> <a href='x'></a>", "w v"),
    ("<img src=':/12' alt='a [b]'> <img src=data:image/png;base64,AA alt=p>", "![a b](:/12) p"),
    (
      "<table><tr><th>a</th><th>b</th></tr><tr><td><p>c</p></td><td>d|e</td></tr></table>f",
      "| a | b |\n|---|---|\n| c | d\\|e |\n\nf"
    ), ("a<hr>b", "a\n\n---\n\nb"),
    ("&amp;lt; &uuml;&#228;&#xE4;&nbsp;&hellip; &unknown; & &#0;", "&lt; üää … &unknown; & \u{FFFD}"),
    ("<style>p{}</style><script>1<2</script><!-- <b> --><title>t</title>x <y a='>'>z", "x z"),
    ("1 < 2 <3 a*b", "1 < 2 <3 a\\*b"), ("<p", "<p"), ("", ""), ("<SPAN CLASS=X>up</SPAN>", "up"),
  ])
  func aPageBecomesMarkdown(_ html: String, _ text: String) { #expect(HTMLNote.markdown(of: html) == text) }

  @Test(arguments: [
    "<", "<a ", "<a '", "<b>", "<blockquote>", "<ul><li>", "<!--", "&", "<a href='x'>y<p>", "<table><tr><td>",
  ])
  func aLongOneTakesNoLongerThanItIs(_ piece: String) {
    let text = HTMLNote.markdown(of: String(repeating: piece, count: 20_000))
    #expect(text.utf8.count < 2_000_000)
  }
}
