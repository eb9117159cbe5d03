/// What the TOML library says of a text, in the words of the other messages.
enum TOMLWords {
  /// A phrase without a full stop.
  ///
  /// - Parameter description: The library's, such as `Error while parsing key-value pair: expected '=', saw 'b'`.
  static func reason(_ description: String) -> String {
    let said = withoutContext(description)
    let isNoValue = [
      "could not determine value type", "values may not begin", "expected 'true'", "expected 'false'", "expected digit",
      "expected decimal digit",
    ]
    if isNoValue.contains(where: { said.hasPrefix($0) }) {
      return "this is no value; a text stands between quotation marks, as in theme = \"ink\""
    }
    if said.hasPrefix("expected value, saw ") { return "the value is missing" + seen(said) }
    if said.hasPrefix("expected '"), let wanted = quoted(said).first {
      return "\(quote(wanted)) is missing" + seen(said)
    }
    if said.hasPrefix("unescaped control characters") { return "the quotation mark at the end of the text is missing" }
    if said.hasPrefix("expected bare key") || said.hasPrefix("expected keys") {
      return "the name of a setting is missing" + seen(said)
    }
    if said.hasPrefix("expected a comment or whitespace") { return "the line goes on after its end" + seen(said) }
    if said.hasPrefix("expected value-terminator") { return "the value goes on after its end" + seen(said) }
    if said.contains("encountered end-of-file") { return "the file ends before this does" }
    if said.contains("encountered end-of-line") { return "the line ends before this does" }
    if said.hasPrefix("cannot redefine existing "), let name = quoted(said).first {
      return "\(quote(name)) stands here for the second time"
    }
    if said.hasPrefix("unknown escape sequence") {
      return
        "\\\(quoted(said).first?.drop { $0 == "\\" } ?? "") means nothing in a text; for a backslash itself write \\\\"
    }
    if said.hasPrefix("leading zeroes") { return "a number does not begin with 0" }
    return "this is not TOML (\(said))"
  }

  /// Without `Error while parsing …: `.
  private static func withoutContext(_ description: String) -> String {
    let start = "Error while parsing "
    guard description.hasPrefix(start), let colon = description.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return description
    }
    return String(description[description.index(after: colon)...].drop { $0 == " " })
  }

  /// `; here is “b”`, where the library says what it met.
  private static func seen(_ said: String) -> String {
    guard let range = lastRange(of: "saw '", in: said), said.hasSuffix("'") else { return "" }
    let met = String(said[range.upperBound...].dropLast())
    return switch met {
    case "\\n", "\\r", "\n", "\r": "; the line ends here"
    case "": ""
    default: "; here is \(quote(met))"
    }
  }

  private static func lastRange(of part: String, in text: String) -> Range<String.Index>? {
    var found: Range<String.Index>?
    var place = text.startIndex
    while place < text.endIndex {
      if text[place...].hasPrefix(part) { found = place..<text.index(place, offsetBy: part.count) }
      place = text.index(after: place)
    }
    return found
  }

  private static func quote(_ text: String) -> String { "“\(text)”" }

  /// The texts between single quotes, in their order.
  private static func quoted(_ said: String) -> [String] {
    said.split(separator: "'", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }
}
