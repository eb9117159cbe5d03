import CloudStore
import Foundation
import Testing

/// Who else can read a server's data.
@Suite struct FolderModesTests {
  let service: TestService

  init() throws { service = try TestService() }

  private func open(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: service.folder(name))
  }

  @Test func whatIsTheServersOwnIsClosedAndSaid() throws {
    #expect(try FolderModes.close(service.folder("data")) == [])
    for (name, mode) in [
      ("data", 0o755), ("data/objects", 0o750), ("data/service.sqlite", 0o644), ("data/service.sqlite-wal", 0o604),
    ] { try open(name, mode) }
    let findings = try FolderModes.close(service.folder("data"))
    #expect(findings.count == 4)
    #expect(findings.allSatisfy { if case .closed = $0 { true } else { false } })
    let sentences = findings.map(\.description)
    #expect(sentences.contains { $0.contains("\(service.folder("data")) (mode 0755)") })
    #expect(sentences.contains { $0.contains("service.sqlite (mode 0644)") })
    #expect(try service.folder.mode("data") == 0o700)
    #expect(try service.folder.mode("data/objects") == 0o700)
    for name in ["service.sqlite", "service.sqlite-wal"] { #expect(try service.folder.mode("data/" + name) == 0o600) }
    #expect(try FolderModes.close(service.folder("data")) == [])
  }

  @Test func aFolderInWhichOtherThingsLieIsToldOfAndLeft() throws {
    try Data([1]).write(to: URL(filePath: service.folder("data/letters")))
    try open("data/letters", 0o644)
    try open("data", 0o755)
    try open("data/service.sqlite", 0o644)
    let findings = try FolderModes.close(service.folder("data"))
    #expect(findings.count == 2)
    #expect(findings.first?.description.contains("run chmod go=") == true)
    #expect(try service.folder.mode("data") == 0o755)
    #expect(try service.folder.mode("data/letters") == 0o644)
    #expect(try service.folder.mode("data/service.sqlite") == 0o600)
  }

  @Test func aFolderThatIsNotThereHasNothingToTell() throws {
    #expect(try FolderModes.close(service.folder("none")) == [])
  }
}
