/// Two computers with a journal each and one server between them, for a suite to stand on.
class TwoComputers {
  let server: TestServer
  let laptop: TestJournal
  let desktop: TestJournal

  init() throws {
    server = try TestServer()
    laptop = try TestJournal()
    desktop = try TestJournal()
  }
}
