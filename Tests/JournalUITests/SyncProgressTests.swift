import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Bytes on their way, as the status view tells of them.
@Suite struct SyncProgressTests {
  private func person(_ columns: Int, _ rows: Int, _ keys: String) -> Person {
    var person = Person(.merged, columns: columns, rows: rows)
    person.send(.syncChanged(.travelling))
    person.press(keys)
    return person
  }

  @Test(arguments: [(120, 40), (80, 30)])
  func everyRecordSaysHowFarItIs(columns: Int, rows: Int) {
    let screen = person(columns, rows, "S").screen
    for text in [
      "1,203 (2 pictures, 3.4 MB, 340 kB/s)", "2nd try in 4 s", "62\u{202F}% of 1.2 MB",
      "1 did not arrive · 2 to fetch · 25\u{202F}% of 1.0 MB",
    ] { #expect(screen.contains(text), "\(text) is not in\n\(screen)") }
  }

  @Test func whatComesHereIsListed() {
    let screen = person(170, 40, "S").screen
    #expect(screen.contains("Coming here"))
    for text in [
      "↓  heron.jpg", "25\u{202F}% of 1.0 MB", "↓  lock.jpg", "3rd try in 8 s", "!  bridge.jpg",
    ] {
      #expect(screen.contains(text), "\(text) is not in\n\(screen)")
    }
    // What has come is no news any more.
    #expect(!screen.contains("cup.jpg"))
  }

  @Test func theDetailsSayWhichTryAndForHowLong() {
    let screen = person(170, 40, "S j").screen
    #expect(screen.contains("save · 2nd try in 4 s · waiting 1 min 12 s"), "\(screen)")
  }

  @Test func aPictureThatDidNotComeIsAskedForAgainBesideTheOthers() {
    var person = person(120, 40, "S G k")
    #expect(person.screen.contains("The server has another picture under this name."), "\(person.screen)")
    person.press("r")
    let names = ["bridge", "heron", "lock"].map { RecordName($0) }
    #expect(person.syncCommands == [.fetchPictures(names)])
  }

  @Test(arguments: [(80, 24), (60, 16), (40, 12)])
  func theSmallestScreensStillShowWhatMatters(columns: Int, rows: Int) {
    let screen = person(columns, rows, "S").screen
    #expect(screen.contains("Sending 400 of 1,203"))
    #expect(screen.split(separator: "\n").count <= rows)
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (3440, "3.4 kB"), (999_499, "999 kB"),
    (999_500, "1.0 MB"), (1_250_000, "1.3 MB"), (999_999, "1.0 MB"), (12_345_678, "12 MB"), (123_456_789, "123 MB"),
    (2_000_000_000, "2.0 GB"),
    (.max, "9223372 TB"),
  ])
  func bytesAreToldInStepsOfAThousand(bytes: Int64, text: String) { #expect(NumberText.bytes(bytes) == text) }

  @Test func ordinals() {
    #expect(
      [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(NumberText.ordinal) == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th",
      ])
  }
}
