import Testing

@Suite struct ImportTests {
  @Test(arguments: Layer.all.keys.sorted())
  func aTargetImportsOnlyWhatItsPlaceAllows(target: String) throws {
    let layer = try #require(Layer.all[target])
    let allowed = layer.mayImport.union(layer.systemModules)
    for file in try Repository.sources(of: target) {
      #expect(file.imports.subtracting(allowed) == [], "\(file.path) imports what \(target) may not")
    }
  }

  @Test func everyTargetHasItsPlace() throws {
    let known = Set(Layer.all.keys).union(Layer.shims)
    #expect(Set(try Repository.folders(in: "Sources")) == known)
  }

  @Test func noTargetIsEmpty() throws {
    for target in Layer.all.keys.sorted() {
      #expect(!(try Repository.sources(of: target)).isEmpty, "\(target) has no sources")
    }
  }

  /// The package's own declarations say the same as the table, so that neither can drift.
  @Test(arguments: Layer.all.keys.sorted())
  func thePackageDeclaresTheSameArrows(target: String) throws {
    let layer = try #require(Layer.all[target])
    let declared = try PackageDescription().dependencies(of: target)
    #expect(declared.subtracting(layer.mayImport) == [], "declared for \(target), but not allowed")
    let used = Set(try Repository.sources(of: target).flatMap(\.imports)).intersection(layer.mayImport)
    #expect(used.subtracting(declared) == [], "imported by \(target), but not declared")
  }

  @Test(arguments: [
    ("import A", "A"), ("package import B", "B"), ("@preconcurrency import C", "C"), ("import struct D.Inner", "D"),
    ("@_spi(Internals) import E // why", "E"), ("internal import F.Sub", "F"),
  ])
  func importsAreRead(line: String, module: String) {
    #expect(SourceFile(path: "x", text: line).imports == [module])
  }

  @Test func whatOnlyLooksLikeAnImportIsNone() {
    let text = "// import A\nlet x = \"import B\"\nlet y = \"\"\"\n  import C\n  \"\"\"\nfunc z() { import_D() }"
    #expect(SourceFile(path: "x", text: text).imports == [])
  }
}
