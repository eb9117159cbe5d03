package import CloudService
import CloudStore
import SchemaAssets

extension Schema {
  /// The journal's own, for its container.
  package static let journal: Schema = {
    let text = String(decoding: SchemaAssets.journal, as: UTF8.self)
    do {
      return try Schema(text)
    } catch {
      // It is part of the program, and a test reads it.
      preconditionFailure("Assets/schema.ckdb, \(error)")
    }
  }()
}

extension ServiceSettings {
  /// The schemas that a server begins with, by container.
  static var builtInSchemas: [String: Schema] { [StoredContainer.defaultID: .journal] }
}
