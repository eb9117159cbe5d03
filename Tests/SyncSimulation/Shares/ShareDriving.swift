import CloudRecord
import Foundation
import JournalCore
import JournalStore
import JournalSync
import SyncCore

/// A run of people who share, in one thread and virtual time.
protocol ShareDriving: ShareRun {
  var chance: Chance { get set }
  var now: Int64 { get set }
  var failures: [String] { get set }
  /// Whether nothing goes wrong any more.
  var isHealed: Bool { get }
  var owners: [ShareDevice] { get }
  var guests: [ShareDevice] { get }
}

extension ShareDriving {
  var devices: [ShareDevice] { owners + guests }

  func advance(_ time: Int64) {
    now += time
    for device in devices { device.setTime(now) }
  }

  /// Runs a device's engine until it rests, or its program ends.
  ///
  /// - Parameter send: Answers a request, or loses it.
  func drive(
    _ runner: inout SyncRunner, of device: ShareDevice,
    _ send: (CloudRequest) throws -> Result<CloudReply, CloudFailure>
  ) throws {
    let mostRequests = 400
    let session = SyncSession(
      service: "https://journal.example.org", containerID: ShareCloud.container, environment: .production,
      incarnation: "one")
    var steps = runner.handle(.started, at: now)
    var requests = 0
    var wake: Int64?
    let end = now + 600_000
    while failures.isEmpty {
      guard !steps.isEmpty else {
        // The engine rests, or waits for its next try.
        if case .asking = runner.machine.phase, requests < mostRequests {
          requests += 1
          steps = runner.handle(command: .answer(.takeServers), at: now)
          continue
        }
        guard !runner.machine.isAtRest, let time = wake, time <= end, requests < mostRequests else { break }
        wake = nil
        advance(max(1, time - now))
        steps = runner.handle(.timerFired, at: now)
        continue
      }
      switch steps.removeFirst() {
      case .discover(let ticket): steps += runner.discovered(ticket, .success(session), at: now)
      case .request(let request, _, let ticket):
        requests += 1
        guard requests < mostRequests else {
          failures.append("\(device.name) asks without end")
          return
        }
        let outcome = try send(request)
        steps += runner.finished(ticket, CloudAnswer(outcome), at: now)
        // A program may end at any time.
        if !isHealed, chance.happens(25) { return }
      case .wake(let time): wake = time
      case .upload(_, let ticket):
        let none = CloudFailure(code: .invalidArguments, reason: "no pictures here")
        steps += runner.uploadFinished(ticket, .failure(none), at: now)
      case .cancelUpload, .report: break
      }
    }
  }
}

extension ShareDevice {
  /// A folder for the files of a run, in memory where that can be written.
  static func folder(_ name: String) -> URL {
    let memory = URL(filePath: "/dev/shm")
    let parent =
      FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
    return parent.appending(path: "cloudjournal-\(name)-\(UUID().uuidString)")
  }

  /// The two devices of the owner, and one of each guest.
  static func all(in folder: URL, _ seeds: inout Chance) throws -> (owners: [ShareDevice], guests: [ShareDevice]) {
    let owners = try ["anna1", "anna2"].map {
      try ShareDevice($0, user: ShareCloud.owner, isGuest: false, seed: seeds.next(), in: folder)
    }
    let guests = try ShareCloud.guests.map {
      try ShareDevice(String($0.dropFirst()), user: $0, isGuest: true, seed: seeds.next(), in: folder)
    }
    return (owners, guests)
  }
}
