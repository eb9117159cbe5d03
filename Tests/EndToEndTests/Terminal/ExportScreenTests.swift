import Foundation
import ScreenKit
import Testing

/// Entries that are written to a file from the list.
@Suite struct ExportScreenTests {
  @Test(arguments: [
    ("html", "book.html", "<!DOCTYPE html>"), ("yaml", "all.yaml", "format: cloudjournal-entries"),
    ("day one", "out.zip", "PK"),
  ])
  func eachFormatIsInTheSheet(words: String, name: String, beginning: String) throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "Harbour walk", "--body", "*Boats*")
    let screen = try journal.openJournal()
    try screen.wait(for: "Harbour walk")
    try screen.type("x", showing: "Export", "HTML: a page to read and print", "Day One", "YAML")
    try screen.type(words + "\r", showing: "Write to")
    screen.press(.control("u"))
    let path = journal.sandbox.path(name)
    try screen.type(path + "\r", showing: "written to")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.starts(with: beginning.utf8))
    try screen.leave()
  }

  /// Without a program for it a PDF is a sentence that says what to install, and leaves nothing.
  @Test func aPDFNeedsAProgram() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "Harbour walk")
    let screen = try journal.open(environment: ["PATH": "/nowhere"])
    try screen.wait(for: "Harbour walk")
    try screen.type("x", showing: "PDF")
    try screen.type("pdf\r", showing: "Write to")
    screen.press(.control("u"))
    try screen.type(journal.sandbox.path("home/book.pdf") + "\r", showing: "weasyprint")
    #expect(!journal.sandbox.exists("home/book.pdf"))
    screen.press(.escape)
    try screen.wait(untilGone: "weasyprint")
    try screen.leave()
  }
}
