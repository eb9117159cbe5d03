import Testing

@Suite struct DocumentTests {
  @Test func everyTargetIsInTheArchitecturePaper() throws {
    let paper = try Repository.text("docs/architecture.md")
    let targets = try PackageDescription().targets
    #expect(targets.count > 20)
    for target in targets where !target.hasSuffix("Tests") {
      #expect(paper.contains("`\(target)`"), "docs/architecture.md does not name \(target)")
    }
  }

  @Test func theReadmeSaysHowToBegin() throws {
    let readme = try Repository.text("README.md")
    for command in ["make run", "make demo", "make test", "make install"] {
      #expect(readme.contains(command), "README.md does not name “\(command)”")
    }
  }

  @Test(arguments: ["run", "build", "test", "lint", "bench", "demo", "install", "uninstall", "help"])
  func everyPromisedTargetCanBeMade(name: String) throws {
    #expect(try Repository.text("Makefile").contains("\n\(name):"))
    #expect(try Repository.text("docs/development.md").contains("make \(name)"), "docs/development.md leaves it out")
  }

  /// Paths of the machines on which somebody works have no meaning for anybody else.
  @Test func noFileNamesSomebodysMachine() throws {
    let paths = ["/" + "work/", "/" + "tmp/dev", "/" + "root/"]
    for file in try Repository.files(in: ".") {
      let text = try Repository.text(file)
      for path in paths { #expect(!text.contains(path), "\(file) mentions \(path)") }
    }
  }

  /// Links between the papers lead somewhere.
  @Test func linksInDocumentsLead() throws {
    let documents = try Repository.files(in: "docs", withExtension: "md") + ["README.md", "CHANGELOG.md"]
    let all = Set(try Repository.files(in: "."))
    for document in documents {
      let folder = document.split(separator: "/").dropLast().joined(separator: "/")
      for part in try Repository.text(document).split(separator: "](").dropFirst() {
        let target = part.prefix { $0 != ")" && $0 != "#" && $0 != " " }
        if target.isEmpty || target.contains("://") || target.hasPrefix("mailto:") { continue }
        let file = resolve(String(target), from: folder)
        #expect(all.contains(file) || all.contains { $0.hasPrefix(file + "/") }, "\(document) links to \(target)")
      }
    }
  }

  private func resolve(_ link: String, from folder: String) -> String {
    var parts = folder.split(separator: "/")
    for step in link.split(separator: "/") where step != "." {
      if step == ".." { _ = parts.popLast() } else { parts.append(step) }
    }
    return parts.joined(separator: "/")
  }
}
