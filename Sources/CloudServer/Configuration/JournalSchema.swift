package import CloudService
import CloudStore
import SchemaAssets

extension ContainerSchema {
  /// The journal's own, for its container.
  package static let journal: ContainerSchema = {
    let text = String(decoding: SchemaAssets.journal, as: UTF8.self)
    do {
      return try ContainerSchema(text)
    } catch {
      // It is part of the program, and a test reads it.
      preconditionFailure("Assets/schema.ckdb, \(error)")
    }
  }()
}

extension ServiceSettings {
  /// The schemas that a server begins with, by container.
  static var builtInSchemas: [String: ContainerSchema] { [StoredContainer.defaultID: .journal] }
}
