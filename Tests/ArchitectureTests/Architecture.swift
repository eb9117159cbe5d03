/// The arrows of docs/architecture.md: what each target may import, and what kind of target it is.
struct Layer {
  enum Kind {
    /// Values in, values out: no clock, no chance, no files, no tasks.
    case pure
    /// Keeps data and gets clock, ids and chance from outside, but reads and writes files.
    case store
    /// Touches the world.
    case shell
  }

  let kind: Kind
  /// Modules of ours and of other packages; the standard library's are in ``systemModules``.
  let mayImport: Set<String>
  /// Where a pure target needs a module of the system's all the same, which one.
  var exceptions: Set<String> = []

  static let all: [String: Layer] = [
    "Encodings": Layer(kind: .pure, mayImport: []),
    "SystemKit": Layer(kind: .shell, mayImport: ["CLinux", "CQRCode"]),
    "SQLiteKit": Layer(kind: .shell, mayImport: ["CSQLite", "GRDB", "GRDBSQLite"]),
    "GzipKit": Layer(kind: .pure, mayImport: ["CZlib", "NIOCore"]),
    "JournalCore": Layer(kind: .pure, mayImport: []),
    "CloudRecord": Layer(kind: .pure, mayImport: ["Encodings", "Crypto"]),
    "SyncCore": Layer(kind: .pure, mayImport: ["Encodings", "JournalCore", "CloudRecord"]),
    "JournalSeal": Layer(
      kind: .pure, mayImport: ["Encodings", "CloudRecord", "CloudWire", "SyncCore", "Crypto", "CryptoExtras"],
      exceptions: ["Glibc"]),
    "CloudWire": Layer(kind: .pure, mayImport: ["Encodings", "CloudRecord"]),
    "CloudService": Layer(
      kind: .pure, mayImport: ["Encodings", "CloudRecord", "Crypto"], exceptions: ["Synchronization"]),
    "CloudClient": Layer(
      kind: .shell,
      mayImport: [
        "Encodings", "GzipKit", "SystemKit",
        "CloudRecord", "CloudWire", "Crypto", "AsyncHTTPClient", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOSSL",
      ]),
    "JournalSync": Layer(
      kind: .pure, mayImport: ["Encodings", "JournalCore", "SyncCore", "JournalSeal", "CloudRecord"]),
    "CloudStore": Layer(
      kind: .store,
      mayImport: ["Encodings", "SystemKit", "SQLiteKit", "CloudRecord", "CloudService", "GRDB", "Crypto"]),
    "CloudServer": Layer(
      kind: .shell,
      mayImport: [
        "Encodings", "GzipKit", "SystemKit",
        "CloudRecord", "CloudWire", "CloudService", "CloudStore", "SchemaAssets", "Crypto", "CryptoExtras",
        "ConfigText", "TOMLKit",
        "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "HTTPTypes", "Logging", "NIOCore", "NIOPosix",
        "NIOHTTP1", "NIOHTTPTypes", "NIOSSL", "ServiceLifecycle", "SwiftASN1", "UnixSignals", "X509",
      ]),
    "cloudjournal-server": Layer(
      kind: .shell,
      mayImport: [
        "CloudRecord", "CloudServer", "CloudStore", "ConfigText", "SystemKit", "ArgumentParser", "Logging",
      ]),
    "TerminalKit": Layer(kind: .pure, mayImport: ["Encodings"], exceptions: ["Glibc"]),
    "ConfigText": Layer(kind: .pure, mayImport: ["TOMLKit"]),
    "MarkdownKit": Layer(kind: .pure, mayImport: ["TerminalKit", "CMarkdown"], exceptions: ["Synchronization"]),
    "JournalFormats": Layer(
      kind: .pure, mayImport: ["Encodings", "JournalCore", "MarkdownKit", "CArchive", "Crypto", "CryptoExtras"],
      exceptions: ["Glibc"]),
    "JournalUI": Layer(kind: .pure, mayImport: ["Encodings", "JournalCore", "TerminalKit", "MarkdownKit"]),
    "JournalStore": Layer(
      kind: .store,
      mayImport: [
        "Encodings", "SystemKit", "JournalCore", "JournalSeal", "CloudRecord", "SyncCore", "SQLiteKit", "CVault",
        "GRDB",
      ]),
    "TerminalDriver": Layer(kind: .shell, mayImport: ["Encodings", "SystemKit", "TerminalKit", "CTerminal"]),
    "JournalApp": Layer(
      kind: .shell,
      mayImport: [
        "Encodings", "SystemKit",
        "JournalCore", "JournalStore", "JournalFormats", "JournalUI", "TerminalKit", "TerminalDriver", "CLinux",
        "DemoAssets", "CloudRecord", "SyncCore", "JournalSeal", "JournalSync", "CloudClient", "ImageKit", "ConfigText",
        "Crypto", "TOMLKit",
      ]),
    "ImageKit": Layer(kind: .shell, mayImport: ["TerminalKit"]),
    "cloudjournal-images": Layer(
      kind: .shell, mayImport: ["ImageKit", "TerminalKit", "CPixbuf", "CChafa", "CZlib", "CSandbox"]),
    "sync-sim": Layer(kind: .shell, mayImport: ["SyncSimulation"]),
    "cloudjournal": Layer(
      kind: .shell,
      mayImport: ["ConfigText", "JournalApp", "JournalCore", "JournalFormats", "SystemKit", "ArgumentParser"]),
  ]

  /// Targets without Swift in them.
  static let shims: Set<String> = [
    "CTerminal", "CLinux", "CMarkdown", "CArchive", "CZlib", "CSQLite", "CSandbox", "CPixbuf", "CChafa", "CQRCode",
    "CVault",
  ]

  /// Modules that come with the language. Those that reach the world are for shells.
  var systemModules: Set<String> {
    switch kind {
    case .pure: exceptions.union(["Swift", "Foundation", "FoundationEssentials"])
    case .store, .shell:
      ["Swift", "Foundation", "FoundationEssentials", "Glibc", "Dispatch", "Synchronization", "Observation"]
    }
  }

  /// Code that may not stand in a target of this kind, each with what to do instead.
  var forbidden: [(code: String, instead: String)] {
    let everywhere = [
      ("try?", "handle the error or pass it on"),
      ("try!", "handle the error or pass it on"),
      ("Thread.sleep", "wait for a condition"),
      ("usleep(", "wait for a condition"),
      (".split(separator: \"\\n\")", "CR LF is one Character: split unicodeScalars or utf8"),
    ]
    let deterministic = [
      ("Date()", "take the time from outside"),
      ("Date.now", "take the time from outside"),
      ("Clock.now", "take the time from outside"),
      ("clock_gettime", "take the time from outside"),
      ("MonotonicClock", "take the time from outside"),
      ("UUID()", "take ids from outside"),
      (".random(in:", "take chance from outside"),
      ("Bool.random()", "take chance from outside"),
      (".randomElement(", "take chance from outside"),
      (".shuffled(", "take chance from outside"),
      ("SystemRandomNumberGenerator", "take chance from outside"),
      ("Task {", "structured concurrency only"),
      ("Task.detached", "structured concurrency only"),
      ("Task.sleep", "no waiting by time"),
      ("MainActor", "nothing here belongs to a thread"),
      ("ProcessInfo", "take the environment from outside"),
      ("getenv", "take the environment from outside"),
    ]
    let pure = [
      ("FileManager", "no files in a pure target"),
      ("FileHandle", "no files in a pure target"),
      ("URLSession", "no network in a pure target"),
      ("Data(contentsOf", "no files in a pure target"),
      ("fopen(", "no files in a pure target"),
      ("print(", "values out, not text"),
    ]
    return switch kind {
    case .pure: everywhere + deterministic + pure
    case .store: everywhere + deterministic
    case .shell: everywhere
    }
  }
}
