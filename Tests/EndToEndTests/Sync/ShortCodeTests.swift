import Foundation
import FoundationNetworking
import ScreenKit
import Testing

/// Signing in by a short code: a terminal shows it, and a browser anywhere takes it.
@Suite struct ShortCodeTests {
  /// A browser, as far as forms go.
  private struct Browser {
    let page: URL
    private let session = URLSession(configuration: .ephemeral)

    func open() async throws -> String {
      String(decoding: try await session.data(from: page).0, as: UTF8.self)
    }

    /// Fills in the form of a page and sends it.
    func submit(_ fields: [String: String], on html: String) async throws -> String {
      let start = try #require(html.range(of: #"name="proof" value=""#)).upperBound
      var fields = fields
      fields["proof"] = String(html[start...].prefix { $0 != "\"" })
      var request = URLRequest(url: page)
      request.httpMethod = "POST"
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(
        fields.map { "\($0.key)=\($0.value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
          .joined(separator: "&").utf8)
      return String(decoding: try await session.data(for: request).0, as: UTF8.self)
    }
  }

  @Test func theScreenShowsACodeAndGoesOnByItself() async throws {
    let server = try TestServer()
    let journal = try TestJournal()
    try journal.output("words from here")
    let screen = try journal.openJournal(columns: 100)
    try screen.wait(for: "words from here")
    try screen.type("Aw", showing: "Sign in with the browser")
    screen.type(server.url)
    try screen.press(.enter, showing: "and type there:")
    let line = try #require(screen.text.split(separator: "\n").first { $0.contains("and type there:") })
    let code = try #require(line.split(separator: " ").first { $0.contains("-") && $0.count == 9 })
    let shown = screen.text
    let browser = Browser(page: try #require(URL(string: server.url + "/code")))
    let question = try await browser.submit(["code": String(code)], on: try await browser.open())
    #expect(question.contains("wants to sign in"), "\(code) of\n\(shown)\n\(question)")
    let done = try await browser.submit(
      ["code": String(code), "name": "ada", "password": TestServer.password, "grant": "1"], on: question)
    #expect(done.contains("continues in a moment"), "\(done)")
    try screen.wait(for: "Your recovery key")
    try screen.press(.escape, showing: "Signed in as ada")
    try screen.wait(for: "in the browser")
    try screen.press(.escape, showing: "words from here")
    try screen.leave()
    #expect(try journal.output("account", "status").contains("Signed in as ada"))
  }
}
