package import CloudRecord
import CloudWire

/// The service that a journal is synchronised with, and this device's names there.
package struct AccountSettings: Hashable, Sendable {
  /// The service's address.
  package var service: String
  /// Such as `iCloud.org.cloudjournal`.
  package var container: String
  /// The container's environment that the journal is in.
  package var environment: CloudEnvironment
  /// Tells the service which program asks.
  package var apiToken: String
  /// Whether it is a server of ours, which describes itself and signs in by password.
  package var isOurs: Bool
  /// The account that the journal belongs to; nil before the first sign-in.
  package var userRecordName: String?
  /// The account's name, for a person.
  package var name: String?
  /// This device's name in the account's list of devices.
  package var deviceName: String
  /// Names this device among the account's, when it waits for notifications.
  package var deviceID: String
  /// The history of the service's data at the last sign-in.
  package var incarnation: String?
  /// The address that the service gave itself at the last sign-in; it may name files there.
  package var baseURL: String?
  /// The path of a file of certificates, trusted beside the system's.
  package var authorities: String?
  /// The one key that the service may have, as ``KeyPin`` writes it.
  package var pin: String?
  /// The proxy in place of the one that the environment names; empty for none.
  package var proxy: String?
  /// Whether the account's journal was encrypted end to end when this device signed in or learnt of it: nothing of it is
  /// read or sent without the keys then, whatever the server says.
  package var isSealed = false
  /// Whether a person has said that the account's journal travels plain as long as no device of theirs encrypts it.
  package var isPlain = false

  package init(
    service: String, container: String, environment: CloudEnvironment, apiToken: String, isOurs: Bool,
    deviceName: String, deviceID: String
  ) {
    (self.service, self.container, self.environment, self.apiToken) = (service, container, environment, apiToken)
    (self.isOurs, self.deviceName, self.deviceID) = (isOurs, deviceName, deviceID)
  }
}

/// The file that keeps a journal's account settings: for its owner's eyes alone (0600), and replaced as a whole.
package struct AccountFile: Sendable {
  /// The path of the file, which need not exist.
  package let path: String

  private let seal: PrivateFileSeal?

  /// - Parameter seal: nil where its bytes lie on the disk as they are.
  package init(path: String, seal: PrivateFileSeal? = nil) { (self.path, self.seal) = (path, seal) }

  private var file: PrivateFile {
    PrivateFile(
      path: path,
      exposure: "it says which server gets your words. If it is yours and says what it should, close it with: "
        + "chmod go= '\(path)'; otherwise remove it and sign in again", seal: seal)
  }

  /// Reads the settings; nil if there is no file.
  ///
  /// - Throws: ``PrivateFileError`` for a file that others may read, a damaged one, and one of a newer program.
  package func read() throws(PrivateFileError) -> AccountSettings? {
    try file.object { root throws(ServiceError) in
      var settings = AccountSettings(
        service: try root.required("service").string(), container: try root.required("container").string(),
        environment: try root.required("environment").choice("development or production"),
        apiToken: try root.required("apiToken").string(),
        isOurs: try root.required("isOurs").bool(), deviceName: try root.required("deviceName").string(),
        deviceID: try root.required("deviceID").string())
      settings.userRecordName = try root["userRecordName"]?.string()
      settings.name = try root["name"]?.string()
      settings.incarnation = try root["incarnation"]?.string()
      settings.baseURL = try root["baseURL"]?.string()
      settings.authorities = try root["authorities"]?.string()
      settings.pin = try root["pin"]?.string()
      settings.proxy = try root["proxy"]?.string()
      settings.isSealed = try root["isSealed"]?.bool() ?? false
      settings.isPlain = try root["isPlain"]?.bool() ?? false
      return settings
    }
  }

  /// Replaces the whole file, or makes it; after a crash there is the old one or the new one.
  ///
  /// - Throws: ``PrivateFileError`` if the file cannot be written.
  package func write(_ settings: AccountSettings) throws(PrivateFileError) {
    try file.replace { json in
      json.member("service", settings.service)
      json.member("container", settings.container)
      json.member("environment", settings.environment.rawValue)
      json.member("apiToken", settings.apiToken)
      json.member("isOurs", settings.isOurs)
      json.member("userRecordName", settings.userRecordName)
      json.member("name", settings.name)
      json.member("deviceName", settings.deviceName)
      json.member("deviceID", settings.deviceID)
      json.member("incarnation", settings.incarnation)
      json.member("baseURL", settings.baseURL)
      json.member("authorities", settings.authorities)
      json.member("pin", settings.pin)
      json.member("proxy", settings.proxy)
      if settings.isSealed { json.member("isSealed", true) }
      if settings.isPlain { json.member("isPlain", true) }
    }
  }
}
