import ScreenKit
import TestKit
import Testing

/// A journal that jrnl has encrypted comes in by its password alone.
@Suite struct EncryptedJrnlImportTests {
  /// One entry under the password “four words together”, as jrnl 2 writes it.
  private static let token =
    "gAAAAABlU_EAAAECAwQFBgcICQoLDA0OD9Lw1PZO39uvdUlwRJ77RznbJK4owkrMgELh7gbY9ajMm7cD2hX388MKpcLSJqCqrFIkwBdFIVEodkVu7Mzz7KMbcgrk"
    + "qQFwlP4WAVtwlE1Hi5GRag29IG119piF1l5kJYdeADjEBCKCLW89vEqFyVs="

  @Test func thePasswordIsPipedIn() throws {
    let journal = try TestJournal()
    let file = try journal.sandbox.write("journal.txt", Self.token.utf8)
    let none = try journal.run("import", file)
    #expect(none.status == .code(1) && none.errors.contains("--password-stdin"), "\(none)")
    let wrong = try journal.run("import", "--password-stdin", file, input: "another\n")
    #expect(wrong.errors.contains("That is not the password of") && wrong.status == .code(1), "\(wrong)")
    #expect(!journal.sandbox.exists("data/cloudjournal/journals"))
    let right = try journal.run("import", "--password-stdin", file, input: "four words together\n")
    #expect(right.output.hasSuffix("imported 1, same 0, conflicting 0\n"), "\(right)")
    #expect(try journal.page("list", "--json").items.map { $0.title.hasPrefix("Herons by the canal.") } == [true])
    let pipe = try journal.run("import", "--password-stdin", "-", input: "x\n")
    #expect(pipe.status == .code(2), "\(pipe)")
  }
}
