/// The demo journal as it stands in the repository, carried inside the program.
package enum DemoAssets {
  /// `journal.json`, UTF-8.
  package static var journal: [UInt8] { PackageResources.journal_json }

  /// The bytes of a picture that the journal names; nil where there is none of that name.
  package static func picture(_ name: String) -> [UInt8]? {
    switch name {
    case "canal.jpg": PackageResources.canal_jpg
    case "fog.jpg": PackageResources.fog_jpg
    case "sea.jpg": PackageResources.sea_jpg
    default: nil
    }
  }
}
