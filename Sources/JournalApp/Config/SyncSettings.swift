package import CloudRecord
import JournalCore

/// The table `[sync]` of the configuration: where a journal that was never signed in is signed in to.
package struct SyncSettings: Hashable, Sendable {
  /// The service's address.
  package var server: String?
  /// For a service that does not tell these of itself, such as Apple's.
  package var container: String?
  /// The container's environment; nil where it is not set.
  package var environment: CloudEnvironment?
  /// The token by which the service knows this program; set exactly where `container` is.
  package var apiToken: String?

  /// Takes nothing as set.
  package init() {}

  init(_ table: ConfigTable) throws(InvalidInput) {
    try table.allow(["server", "container", "environment", "api-token"])
    server = try table.string("server")
    container = try table.string("container")
    environment = try table.choice("environment", ["development", "production"]).flatMap(CloudEnvironment.init)
    apiToken = try table.string("api-token")
    guard (container == nil) == (apiToken == nil) else {
      throw table.wrong(
        container == nil ? "container" : "api-token", "given as well: container and api-token belong together")
    }
  }
}
