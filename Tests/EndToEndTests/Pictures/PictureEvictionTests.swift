import Foundation
import ScreenKit
import Testing

/// Pictures that the server has, too, make room here, and come back when somebody looks at them.
@Suite struct PictureEvictionTests {
  private let server: TestServer
  private let laptop: TestJournal
  private let desktop: TestJournal

  init() throws {
    server = try TestServer()
    laptop = try TestJournal()
    desktop = try TestJournal()
  }

  private let folder = "data/cloudjournal/journals/Personal/images"

  private func pictures(of journal: TestJournal) throws -> Set<String> {
    guard journal.sandbox.exists(folder) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: journal.sandbox.path(folder))
    return Set(names.filter { $0.utf8.count == 64 })
  }

  private func configure(_ journal: TestJournal, _ text: String) throws {
    try journal.sandbox.write("config/cloudjournal/config.toml", "[images]\n\(text)\n".utf8)
  }

  /// Notes that a picture was looked at last so many hours ago.
  private func setViewed(_ name: String, hoursAgo: Double, in journal: TestJournal) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -hoursAgo * 3600)],
      ofItemAtPath: journal.sandbox.path("\(folder)/\(name)"))
  }

  /// Writes an entry with a picture of 630 kB on the laptop; the name of its file.
  private func attach(_ title: String, on date: String, red: UInt8) throws -> String {
    let before = try pictures(of: laptop)
    let png = try laptop.sandbox.write(
      "home/\(title).png", PictureSamples.png(width: 700, height: 300, red: red))
    try laptop.output("new", "--date", date, title)
    let entry = try #require(try laptop.page("search", "--json", title).items.first)
    try laptop.output("attach", "--original", entry.id, png)
    return try #require(try pictures(of: laptop).subtracting(before).first)
  }

  /// Opens the journal beside its server until a picture for which there is no room is gone: once the server was heard.
  private func open(_ journal: TestJournal, untilGone name: String) throws {
    // Without UTF-8 the list has no small pictures: they are looked at.
    let screen = try journal.open(environment: ["LC_ALL": "C"])
    let path = journal.sandbox.path("\(folder)/\(name)")
    try screen.wait(until: "room is made") { _ in !FileManager.default.fileExists(atPath: path) }
    try screen.leave()
  }

  @Test func whatIsSafeOnTheServerMakesRoomAndComesBackWhenItIsLookedAt() throws {
    let older = try attach("Heron", on: "2026-01-02 10:00", red: 200)
    let newer = try attach("Canal", on: "2026-01-03 10:00", red: 210)
    // In the list above them, so that opening the journal is not looking at a picture.
    try laptop.output("new", "--date", "2026-01-04 10:00", "Words")
    try laptop.signIn(to: server)
    try laptop.sync()
    try desktop.signIn(to: server)
    try desktop.sync()
    try configure(desktop, "download = \"never\"\nkeep = \"1 MB\"")
    try desktop.output("sync", "--once", "--all-images")
    #expect(try pictures(of: desktop) == [older, newer])
    try setViewed(older, hoursAgo: 3, in: desktop)
    try setViewed(newer, hoursAgo: 2, in: desktop)
    try open(desktop, untilGone: older)
    #expect(try pictures(of: desktop) == [newer])
    #expect(try desktop.run("doctor").status == .success)

    let screen = try desktop.open(rows: 30, columns: 110, environment: ["COLORTERM": "truecolor"])
    try screen.wait(for: "✓ Synced")
    screen.type("jjl")
    try screen.wait(until: "it is said where it is") {
      $0.shows("Heron.png") && $0.shows("on the server, r fetches it")
    }
    screen.type("r")
    try screen.wait(until: "it is drawn") { $0.cells(red: 200) > 20 }
    try screen.leave()
    #expect(try pictures(of: desktop) == [older, newer])
    #expect(try desktop.run("doctor").status == .success)
  }

  @Test func lookingAtItIsEnoughWhereThatIsTheSetting() throws {
    let only = try attach("Heron", on: "2026-01-02 10:00", red: 200)
    try laptop.output("new", "--date", "2026-01-04 10:00", "Words")
    try configure(laptop, "keep = \"0\"")
    try setViewed(only, hoursAgo: 3, in: laptop)
    try laptop.signIn(to: server)
    try laptop.sync()
    #expect(try pictures(of: laptop) == [])

    let again = try laptop.open(rows: 30, columns: 110, environment: ["COLORTERM": "truecolor"])
    try again.wait(for: "✓ Synced")
    again.type("j")
    try again.wait(until: "it comes and is drawn") { $0.cells(red: 200) > 20 }
    try again.leave()
    #expect(try pictures(of: laptop) == [only])
  }

  /// Who never opens the screen, and has a timer synchronise, gets room as well.
  @Test func aCommandThatSynchronisesMakesRoomToo() throws {
    let only = try attach("Heron", on: "2026-01-02 10:00", red: 200)
    try configure(laptop, "keep = \"0\"")
    try setViewed(only, hoursAgo: 3, in: laptop)
    try laptop.signIn(to: server)
    // What was asked for just now is not taken away.
    try laptop.output("sync", "--once", "--all-images")
    #expect(try pictures(of: laptop) == [only])
    try laptop.sync()
    #expect(try pictures(of: laptop) == [])
    #expect(try laptop.run("doctor").status == .success)
  }

  /// The server's folder went back to before the picture: the file here is the only one.
  @Test func aServerWhoseDataWentBackMakesNoRoom() throws {
    try laptop.signIn(to: server)
    try laptop.output("new", "--date", "2026-01-04 10:00", "Words")
    // With the pictures, no room is made.
    try laptop.output("sync", "--all-images")
    _ = try server.stop()
    let copy = server.sandbox.path("copy")
    try FileManager.default.copyItem(atPath: server.folder, toPath: copy)
    try server.restart()
    let only = try attach("Heron", on: "2026-01-02 10:00", red: 200)
    try laptop.output("sync", "--all-images")
    _ = try server.stop()
    try FileManager.default.removeItem(atPath: server.folder)
    try FileManager.default.moveItem(atPath: copy, toPath: server.folder)
    try configure(laptop, "keep = \"0\"")
    try setViewed(only, hoursAgo: 3, in: laptop)
    // Before the server can be asked, and while its question waits.
    let away = try laptop.open(environment: ["LC_ALL": "C"])
    try away.wait(for: "Heron")
    try away.leave()
    try server.restart()
    #expect(try laptop.run("sync", "--once").status == .code(3))
    let screen = try laptop.open(environment: ["LC_ALL": "C"])
    try screen.wait(for: "to review")
    try screen.leave()
    #expect(try pictures(of: laptop) == [only])
    try laptop.output("sync", "--answer", "upload-again")
    try desktop.signIn(to: server)
    try desktop.output("sync", "--all-images")
    #expect(try pictures(of: desktop) == [only])
  }

  @Test func whatTheServerDoesNotHaveStaysHoweverLittleRoomThereIs() throws {
    let only = try attach("Heron", on: "2026-01-02 10:00", red: 200)
    try laptop.output("new", "--date", "2026-01-04 10:00", "Words")
    try configure(laptop, "keep = \"0\"")
    try setViewed(only, hoursAgo: 3, in: laptop)
    try laptop.openJournal().leave()
    #expect(try pictures(of: laptop) == [only])
  }
}

extension Screen {
  /// How many cells show this red, as a sign or behind it.
  fileprivate func cells(red: UInt8) -> Int {
    func isMeant(_ color: ScreenCell.Color) -> Bool {
      if case .rgb(let other, let green, let blue) = color {
        return abs(Int(other) - Int(red)) < 30 && green < 90 && blue < 90
      }
      return false
    }
    return (0..<rows).reduce(0) { count, row in
      count
        + (0..<columns).count { column in
          let cell = cell(row: row, column: column)
          return isMeant(cell.background) || isMeant(cell.foreground)
        }
    }
  }
}
