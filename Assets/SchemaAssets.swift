/// The journal's schema as it stands in the repository, carried inside the server.
package enum SchemaAssets {
  /// `schema.ckdb`, UTF-8.
  package static var journal: [UInt8] { PackageResources.schema_ckdb }
}
