import CloudClient
import CloudRecord
import JournalCore
import JournalStore
import Synchronization

/// Learns what the devices of an account are called, so that merges and history can say whose version came in.
///
/// A record tells which device saved it last by a word of the server's (`modified.deviceID`); the account's list of devices
/// has a name for each. The list is asked for once for each such word that has no name here yet.
final class DeviceNames: Sendable {
  private let connection: ServiceConnection
  private let store: JournalStore
  private let asked = Mutex<Set<String>>([])

  init(_ connection: ServiceConnection, _ store: JournalStore) {
    (self.connection, self.store) = (connection, store)
  }

  /// Whether versions came in of devices that have no name here, and that were not asked for; true once for each.
  func areMissing(for merges: [MergeNotice]) -> Bool {
    guard connection.settings.isOurs else { return false }
    var unnamed = Set(merges.filter { $0.device == nil }.compactMap(\.savedBy))
    do {
      unnamed.formUnion(try KnownDevices(in: store).unnamed())
    } catch {
      // Where the journal cannot be read, synchronising says so; names are for words alone.
    }
    return asked.withLock { asked in
      let isNew = !unnamed.isSubset(of: asked)
      asked.formUnion(unnamed)
      return isNew
    }
  }

  /// Asks for the account's devices and keeps their names.
  ///
  /// - Returns: Whether names came. Without them merges speak of another device, so that nothing is lost by a failure.
  func learn() async -> Bool {
    do {
      guard let session = try connection.currentSession() else { return false }
      let devices = try await SessionSignIn(connection.transport).devices(webAuthToken: session.webAuthToken)
      return Self.keep(devices, in: store)
    } catch {
      // The server was just there; where it is gone again, synchronising says so.
      return false
    }
  }

  /// Keeps the names of devices; false where the journal cannot be written.
  @discardableResult static func keep(_ devices: [SignedInDevice], in store: JournalStore) -> Bool {
    var names: [String: String] = [:]
    for device in devices.prefix(most) where !device.device.isEmpty && !device.sessionID.isEmpty {
      names[device.sessionID] = String(device.device.prefix(longest))
    }
    do {
      try KnownDevices(in: store).keep(names)
      return true
    } catch {
      // A journal that is only read, or a full disk: the names are for words alone.
      return false
    }
  }

  /// Devices of one account, and characters of a name; the list is a server's word.
  private static let (most, longest) = (200, 100)
}
