import CloudRecord
import CloudService
import CloudStore
import CloudWire
import Hummingbird

/// `/account/1/profile`: what others are told of an account.
struct ProfileRoutes: Sendable {
  /// Bytes that the body may have.
  private static let bodyLimit = 64 << 10
  /// Characters of a name.
  private static let nameLimit = 64

  private let runtime: ServerRuntime

  init(_ runtime: ServerRuntime) { self.runtime = runtime }

  func answer(_ call: ServerCall, _ trace: inout CallTrace) async throws -> Response {
    let gate = CallGate(runtime)
    let found = try await runtime.blocking { try gate.caller(call.parameters) }
    trace.note(found)
    try gate.throttle(found, address: call.address)
    guard var user = found?.user else {
      throw gate.signInRequired(container: StoredContainer.defaultID, apiToken: nil, base: call.base)
    }
    if call.request.method == .post {
      let asked = try await BodyReader.object(call.request, limit: Self.bodyLimit)
      if let name = asked["displayName"] {
        let text = try name.string()
        guard text.isEmpty || Self.isName(text) else {
          throw name.failure("a name has 1 to \(Self.nameLimit) characters and no control characters")
        }
        user.displayName = text.isEmpty ? nil : text
      }
      if let isDiscoverable = try asked["discoverable"]?.bool() { user.isDiscoverable = isDiscoverable }
      let (accounts, storage, changed) = (runtime.backend.accounts, runtime.backend.storage, user)
      try await runtime.blocking {
        try accounts.setProfile(
          named: changed.name, displayName: changed.displayName, isDiscoverable: changed.isDiscoverable)
        try storage.write { try $0.setName(changed.shownName, ofParticipant: changed.userRecordName) }
      }
    }
    let (people, told) = (People(runtime), user)
    let addresses = try await runtime.blocking { try people.addresses(of: told) }
    return JSONAnswer.object { json in
      json.member("userRecordName", told.userRecordName)
      json.member("name", told.name)
      json.member("displayName", told.displayName)
      json.member("discoverable", told.isDiscoverable)
      json.member("addresses", addresses)
    }
  }

  static func isName(_ text: String) -> Bool {
    text.utf8.count <= 8 * nameLimit && (1...nameLimit).contains(text.count)
      && text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      }
  }
}
