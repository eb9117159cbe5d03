/// The demo journal as it stands in the repository, carried inside the program.
package enum DemoAssets {
  /// `journal.json`, UTF-8.
  package static var journal: [UInt8] { PackageResources.journal_json }
}
