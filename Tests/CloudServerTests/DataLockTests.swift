import CloudServer
import Foundation
import Testing

@Suite struct DataLockTests {
  @Test func oneServerAtATime() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "data-lock-\(UUID().uuidString)").path
    defer { do { try FileManager.default.removeItem(atPath: folder) } catch { print("left behind: \(folder)") } }
    do {
      let lock = try DataLock(directory: folder + "/served")
      let error = #expect(throws: ServerRefusal.self) { try DataLock(directory: folder + "/served") }
      #expect(error?.description.contains("Another server is running on \(folder)/served") == true)
      _ = try DataLock(directory: folder + "/another")
      withExtendedLifetime(lock) {}
    }
    _ = try DataLock(directory: folder + "/served")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/served/server.lock")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
