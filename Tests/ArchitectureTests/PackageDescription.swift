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
    let added = text[start...].dropFirst(list.count + 1)
    let constants = added.hasPrefix("+") ? products(of: String(added.dropFirst().prefix { $0.isLetter })) : []
    return items(in: list).union(constants)
  }

  private func items(in list: Substring) -> Set<String> {
    let items = list.components(separatedBy: ".product(name:").joined().split(separator: ",")
    return Set(
      items.flatMap { item -> Set<String> in
        // `package: "…")` ends a product; what is not quoted is a constant that stands for one.
        if item.hasPrefix("package:") { return [] }
        return item.hasPrefix("\"") ? [item.filter { $0 != "\"" }] : products(of: String(item))
      })
  }

  /// What a constant of Package.swift stands for: a product, or a list of them.
  private func products(of constant: String) -> Set<String> {
    if let product = text.range(of: "let\(constant):Target.Dependency=.product(name:\"") {
      return [String(text[product.upperBound...].prefix { $0 != "\"" })]
    }
    guard let list = text.range(of: "let\(constant):[Target.Dependency]=[") else { return [] }
    return items(in: text[list.upperBound...].prefix { $0 != "]" })
  }
}
