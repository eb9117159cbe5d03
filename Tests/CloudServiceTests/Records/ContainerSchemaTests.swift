import CloudRecord
import CloudService
import Testing

@Suite struct SchemaTests {
  private static let text = """
    // A comment; with "signs" (
    DEFINE SCHEMA
      CREATE ROLE moderator;
      RECORD TYPE Note ( -- another
        "___recordID" REFERENCE QUERYABLE, title STRING QUERYABLE SORTABLE SEARCHABLE,
        secret ENCRYPTED STRING, tags LIST<STRING>, /* one
        more */ number NUMBER PREFERRED AS DOUBLE, "when" timestamp,
        GRANT READ, CREATE TO "_creator", GRANT WRITE TO moderator
      );
      RECORD TYPE Picture ( file ASSET, place LOCATION );
    """

  @Test func typesAreRead() throws {
    let schema = try ContainerSchema(Self.text)
    #expect(
      schema.recordTypes["Note"]?.mapValues(\.description) == [
        "title": "STRING", "secret": "ENCRYPTED_STRING", "tags": "STRING_LIST", "number": "DOUBLE", "when": "TIMESTAMP",
      ])
    #expect(schema.recordTypes["Picture"]?.mapValues(\.description) == ["file": "ASSETID", "place": "LOCATION"])
  }

  @Test(
    arguments: [
      ("", 1, "DEFINE"), ("DEFINE TABLE", 1, "SCHEMA"), ("DEFINE SCHEMA\nRECORD Note", 2, "TYPE"),
      ("DEFINE SCHEMA RECORD TYPE A ( a STRIG );", 1, "a type, not STRIG"),
      ("DEFINE SCHEMA RECORD TYPE A ( a STRING b INT64 );", 1, "“)”"),
      ("DEFINE SCHEMA RECORD TYPE A ( a LIST<LIST<STRING>> );", 1, "a type that is no list"),
      ("DEFINE SCHEMA RECORD TYPE A ( a LIST<STRING );", 1, "“>”"),
      ("DEFINE SCHEMA RECORD TYPE A ( a ENCRYPTED ASSET );", 1, "a type that can be encrypted"),
      ("DEFINE SCHEMA RECORD TYPE A ( a STRING, a INT64 );", 1, "another name than a, which is defined already"),
      ("DEFINE SCHEMA RECORD TYPE A ( a STRING );\nRECORD TYPE A ( b STRING );", 2, "another name than A"),
      ("DEFINE SCHEMA RECORD TYPE A ( GRANT EAT TO x );", 1, "READ, CREATE or WRITE"),
      ("DEFINE SCHEMA RECORD TYPE A ( \"a b\" STRING );", 1, "a field's name of letters"),
      ("DEFINE SCHEMA RECORD TYPE A ( a STRING )", 1, "“;”"), ("DEFINE SCHEMA ;", 1, "RECORD"),
      ("DEFINE SCHEMA\n/* for ever", 2, "the end of a comment"), ("DEFINE\n\"SCHEMA", 2, "the end of a name in quotes"),
      ("DEFINE SCHEMA ü", 1, "a word or one of"),
    ]) func whatIsNoSchemaIsNamedWithItsLine(_ text: String, _ line: Int, _ expected: String)
  {
    let error = #expect(throws: SchemaError.self) { try ContainerSchema(text) }
    #expect(error?.line == line)
    #expect(error?.expected.hasPrefix(expected) == true, "\(error?.expected ?? "")")
  }

  @Test func everyBeginningOfASchemaIsRefusedOrRead() {
    let scalars = Array(Self.text.unicodeScalars)
    for count in 0..<scalars.count {
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars[..<count])
      do { _ = try ContainerSchema(text) } catch { #expect(error.line >= 1 && !error.expected.isEmpty) }
    }
  }

  @Test(arguments: TestStorage.allCases)
  func aSchemaComesBeforeWhatCameFirst(storage: TestStorage) throws {
    let settings = ServiceSettings(
      incarnation: [UInt8](repeating: 1, count: 16), signingKey: Array(0..<32),
      schemas: ["iCloud.test": try ContainerSchema(Self.text)])
    let world = try World(storage, settings: settings)
    try world.zones([.create(World.journal)])
    var note = RecordOperation.create("a", type: "Note", ["title": .int64(1)])
    #expect(try world.modify([note]).outcomes[0].error?.reason.contains("defined to be: STRING") == true)
    note = .create("a", type: "Note", ["when": .int64(5), "secret": .string("x"), "tags": .list([])])
    note.untypedFields = ["when", "secret", "tags"]
    let record = try #require(try world.modify([note]).outcomes[0].record)
    #expect(record.fields["when"] == Field(.date(5)))
    #expect(record.fields["secret"] == Field(.string("x"), isEncrypted: true))
    // With a type, a value says itself whether it is encrypted.
    let plain = try world.modify([.force("a", type: "Note", ["secret": .string("x")])]).outcomes[0].error
    #expect(plain?.reason.contains("type STRING for field 'secret'") == true)
    #expect(plain?.reason.hasSuffix("defined to be: ENCRYPTED_STRING") == true)
    let query = Query(recordType: "Note", filters: [Filter("secret", .equals, .string("x"))])
    let error = try refusal { _ = try world.query(QueryRequest(query: query, zoneID: World.journal)) }
    #expect(error?.reason == "Field 'secret' has a value type of ENCRYPTED_STRING and cannot be queried")
    // What the schema does not name is as free as ever, until it is first written.
    #expect(try world.modify([.force("a", type: "Note", ["more": .int64(1)])]).outcomes[0].error == nil)
    #expect(try world.modify([.force("a", type: "Note", ["more": .string("x")])]).outcomes[0].error != nil)
  }
}
