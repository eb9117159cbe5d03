/// How many lines of code each type of a target has, with all its extensions.
enum TypeSizes {
  /// One declaration in a file: a type or an extension of it, with the lines from its first to its closing brace.
  struct Declaration {
    let target: String
    /// The type that it declares or extends; of a nested one the outermost.
    let name: String
    let isExtension: Bool
    let path: String
    /// Its lines of code, without comments and empty ones.
    let lines: [String]
  }

  /// Every declaration of a type in `Sources`, read once for all tests.
  static let all = Result {
    try Repository.swiftFiles.get().filter { $0.path.hasPrefix("Sources/") }.flatMap(declarations)
  }

  /// The lines of code by `Target.Type`; a protocol counts with the code that its extensions share.
  static func lines() throws -> [String: Int] {
    try all.get().reduce(into: [:]) { $0["\($1.target).\($1.name)", default: 0] += $1.lines.count }
  }

  static func declarations(in file: SourceFile) -> [Declaration] {
    let target = file.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    var found: [Declaration] = []
    var open: (name: String, isExtension: Bool, lines: [String])?
    func close() {
      guard let closed = open else { return }
      found.append(
        Declaration(
          target: target, name: closed.name, isExtension: closed.isExtension, path: file.path, lines: closed.lines))
      open = nil
    }
    for line in file.code where line.contains(where: { !$0.isWhitespace }) {
      if !line.hasPrefix(" "), !line.hasPrefix("}"), !line.hasPrefix("{"), let (name, isExtension) = beginning(line) {
        close()
        open = (name, isExtension, [])
      }
      open?.lines.append(line)
      // A declaration ends where its brace closes at the left edge, or on its own line.
      if line.hasPrefix("}") || !line.hasPrefix(" ") && line.hasSuffix("}") { close() }
    }
    return found
  }

  private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "extension"]
  private static let modifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "final", "indirect", "nonisolated",
  ]

  private static func beginning(_ line: String) -> (name: String, isExtension: Bool)? {
    let words = line.split(separator: " ").drop { $0.hasPrefix("@") || modifiers.contains($0) }
    guard let kind = words.first, kinds.contains(kind), let name = words.dropFirst().first else { return nil }
    return (String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }), kind == "extension")
  }
}
