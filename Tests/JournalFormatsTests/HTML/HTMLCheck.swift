/// A page taken apart: every tag closes, in order, and every attribute has its quotes.
struct HTMLCheck {
  struct Fault: Error { let what: String }

  /// The names of tags and of attributes, and where links and pictures lead.
  private(set) var tags: Set<String> = []
  private(set) var attributes: Set<String> = []
  private(set) var addresses: [String] = []
  private(set) var ids: [String] = []
  /// The text between the tags, as it is read.
  private(set) var text = ""

  private static let void: Set<String> = ["meta", "br", "hr", "img"]

  init(_ html: [UInt8]) throws {
    var open: [String] = []
    var index = 0
    func take(while isWanted: (UInt8) -> Bool) -> String {
      let start = index
      while index < html.count, isWanted(html[index]) { index += 1 }
      return String(decoding: html[start..<index], as: UTF8.self)
    }
    func isName(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }
    if html.starts(with: "<!DOCTYPE html>".utf8) { index = 15 }
    while index < html.count {
      let words = take { $0 != UInt8(ascii: "<") }
      guard open.last == "style" || !words.contains(">") else {
        throw Fault(what: "a bracket without an escape: \(words)")
      }
      text += HTMLCheck.read(words)
      guard index < html.count else { break }
      index += 1
      if html[index] == UInt8(ascii: "/") {
        index += 1
        let name = take(while: isName)
        guard open.popLast() == name, html[index] == UInt8(ascii: ">") else { throw Fault(what: "</\(name)>") }
        index += 1
        continue
      }
      let name = take(while: isName)
      guard !name.isEmpty else { throw Fault(what: "no tag at \(index)") }
      tags.insert(name)
      while html[index] == 0x20 {
        index += 1
        let attribute = take(while: isName)
        guard html[index...].starts(with: "=\"".utf8) else { throw Fault(what: "\(name) \(attribute) without quotes") }
        index += 2
        let value = HTMLCheck.read(take { $0 != UInt8(ascii: "\"") })
        index += 1
        attributes.insert(attribute)
        if attribute == "href" || attribute == "src" { addresses.append(value) }
        if attribute == "id" { ids.append(value) }
      }
      guard html[index] == UInt8(ascii: ">") else { throw Fault(what: "<\(name) goes on") }
      index += 1
      if !HTMLCheck.void.contains(name) { open.append(name) }
    }
    guard open.isEmpty else { throw Fault(what: "open: \(open)") }
  }

  private static func read(_ text: String) -> String {
    guard text.contains("&") else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
