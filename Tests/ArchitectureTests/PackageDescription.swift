import Foundation

/// What Package.swift declares, as far as the tests need it.
struct PackageDescription {
  /// The file without any white space, so that its layout does not matter.
  private let text: String

  init() throws {
    text = try Repository.text("Package.swift").filter { !$0.isWhitespace }
  }

  /// The names of all targets, tests included.
  var targets: [String] {
    let declarations = [
      "source(\"", ".target(name:\"", ".executableTarget(name:\"", ".systemLibrary(name:\"", "tests(\"",
    ]
    return declarations.flatMap { declaration in
      text.components(separatedBy: declaration).dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
  }

  /// The targets and products that a target depends on, under the names by which they are imported.
  func dependencies(of target: String) -> Set<String> {
    let beginnings = ["source(\"\(target)\",[", "Target(name:\"\(target)\",dependencies:["]
    guard let start = beginnings.lazy.compactMap({ text.range(of: $0)?.upperBound }).first else { return [] }
    let list = text[start...].prefix { $0 != "]" }
    let items = list.components(separatedBy: ".product(name:").joined().split(separator: ",")
    return Set(
      items.compactMap { item in
        // `package: "…")` ends a product; what is not quoted is a constant that stands for one.
        if item.hasPrefix("package:") { return nil }
        return item.hasPrefix("\"") ? String(item.filter { $0 != "\"" }) : PackageDescription.products[String(item)]
      })
  }

  /// Constants of Package.swift that stand for products.
  private static let products = ["grdb": "GRDB", "crypto": "Crypto", "arguments": "ArgumentParser"]
}
