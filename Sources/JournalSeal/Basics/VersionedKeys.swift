/// The version of a JSON file and the names of its keys: a newer file has others, and is told from a damaged one by that.
struct VersionedKeys: Decodable {
  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let version: Int
  private let keys: [String]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    version = try container.decode(Int.self, forKey: AnyKey(stringValue: "version"))
    keys = container.allKeys.map(\.stringValue)
  }

  /// Whether a form has all keys of the file.
  func areKnown<Keys: CodingKey>(to form: Keys.Type) -> Bool { keys.allSatisfy { form.init(stringValue: $0) != nil } }
}
