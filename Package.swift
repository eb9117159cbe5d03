// swift-tools-version: 6.2
import PackageDescription

/// `make fuzz` alone: each branch of ours tells the fuzzer that it was taken, and the fuzzer's program is built.
let fuzzes = Context.environment["CLOUDJOURNAL_FUZZ"] != nil

/// One rule for every target of ours: Swift 6 mode, the strict upcoming features, and no warning left standing.
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ] + (fuzzes ? [.unsafeFlags(["-sanitize=fuzzer", "-O"])] : [])

let fuzzer: [Target] = [
  .executableTarget(
    name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz",
    swiftSettings: strict + [.enableExperimentalFeature("Extern"), .unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])])
]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let toml: Target.Dependency = .product(name: "TOMLKit", package: "TOMLKit")
/// What speaks HTTP; only the server has it.
let web: [Target.Dependency] = [
  cryptoExtras,
  .product(name: "Hummingbird", package: "hummingbird"),
  .product(name: "HummingbirdCore", package: "hummingbird"),
  .product(name: "HummingbirdTLS", package: "hummingbird"),
  .product(name: "HTTPTypes", package: "swift-http-types"),
  log,
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
  .product(name: "NIOSSL", package: "swift-nio-ssl"),
  .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
  .product(name: "UnixSignals", package: "swift-service-lifecycle"),
]
/// What the journal's own client speaks HTTP with.
let client: [Target.Dependency] = [
  .product(name: "AsyncHTTPClient", package: "async-http-client"),
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOSSL", package: "swift-nio-ssl"),
  crypto,
]
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

func source(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "cloudjournal",
  products: [
    .executable(name: "cloudjournal", targets: ["cloudjournal"]),
    .executable(name: "cloudjournal-images", targets: ["cloudjournal-images"]),
    .executable(name: "cloudjournal-server", targets: ["cloudjournal-server"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    // Ground: vocabulary, no I/O.
    source("Encodings"),
    source("SystemKit", ["CLinux", "CQRCode"]),
    source("SQLiteKit", ["CSQLite", grdb, sqlite]),
    source("GzipKit", ["CZlib", .product(name: "NIOCore", package: "swift-nio")]),
    source("JournalCore"),
    source("CloudRecord", ["Encodings", crypto]),

    // Pure: values in, values out.
    source("SyncCore", ["JournalCore", "CloudRecord", "Encodings"]),
    source("JournalSeal", ["CloudRecord", "CloudWire", "SyncCore", "Encodings", crypto, cryptoExtras]),
    source("CloudWire", ["CloudRecord", "Encodings"]),
    source("CloudService", ["CloudRecord", "Encodings", crypto]),
    source("TerminalKit", ["Encodings"]),
    source("ConfigText", [toml]),
    .target(
      name: "DemoAssets", path: "Assets/demo",
      resources: ["journal.json", "canal.jpg", "fog.jpg", "sea.jpg"].map { .embedInCode($0) }, swiftSettings: strict),
    .target(
      name: "SchemaAssets", path: "Assets", exclude: ["demo", "scripts", "Dockerfile"], sources: ["SchemaAssets.swift"],
      resources: [.embedInCode("schema.ckdb")], swiftSettings: strict),
    source("MarkdownKit", ["TerminalKit", "CMarkdown"]),
    source("JournalFormats", ["JournalCore", "MarkdownKit", "Encodings", "CArchive", crypto, cryptoExtras]),
    source("JournalUI", ["JournalCore", "Encodings", "TerminalKit", "MarkdownKit"]),

    // Shells: the only I/O.
    source("JournalSync", ["JournalCore", "SyncCore", "JournalSeal", "CloudRecord", "Encodings"]),
    source(
      "JournalStore",
      [
        "JournalCore", "JournalSeal", "CloudRecord", "SyncCore", "Encodings", "SystemKit", "SQLiteKit", "CVault", grdb,
      ]),
    source("TerminalDriver", ["TerminalKit", "Encodings", "SystemKit", "CTerminal"]),
    source("ImageKit", ["TerminalKit"]),
    source(
      "JournalApp",
      [
        "JournalCore", "JournalStore", "JournalFormats", "JournalUI", "TerminalKit", "TerminalDriver", "CLinux",
        "Encodings", "SystemKit", "DemoAssets", "CloudRecord", "SyncCore", "JournalSeal", "JournalSync", "CloudClient",
        "ImageKit", "ConfigText", crypto, toml,
      ]),
    source("CloudClient", ["CloudRecord", "CloudWire", "Encodings", "GzipKit", "SystemKit"] + client),
    source("CloudStore", ["CloudRecord", "CloudService", "Encodings", "SystemKit", "SQLiteKit", grdb, crypto]),
    source(
      "CloudServer",
      [
        "CloudRecord", "CloudWire", "CloudService", "CloudStore", "ConfigText", "SchemaAssets", "Encodings", "GzipKit",
        "SystemKit", toml, crypto, .product(name: "X509", package: "swift-certificates"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
      ] + web),

    // C shims.
    .target(name: "CTerminal", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(name: "CLinux"),
    .systemLibrary(name: "CMarkdown", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .target(name: "CArchive", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CQRCode", linkerSettings: [.linkedLibrary("dl")]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CVault", linkerSettings: [.linkedLibrary("sqlite3")]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CSandbox"),
    .systemLibrary(
      name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev", "libglib2.0-dev"])]),
    .systemLibrary(name: "CChafa", pkgConfig: "chafa", providers: [.apt(["libchafa-dev", "libglib2.0-dev"])]),

    // Composition roots.
    .executableTarget(
      name: "cloudjournal",
      dependencies: ["ConfigText", "JournalApp", "JournalCore", "JournalFormats", "SystemKit", arguments],
      swiftSettings: strict),
    .executableTarget(
      name: "cloudjournal-server",
      dependencies: [
        "CloudRecord", "CloudServer", "CloudStore", "ConfigText", "SystemKit", log, arguments,
      ],
      swiftSettings: strict),

    // The only program that decodes pictures; started for one picture at a time.
    .executableTarget(
      name: "cloudjournal-images",
      dependencies: ["ImageKit", "TerminalKit", "CPixbuf", "CChafa", "CZlib", "CSandbox"], swiftSettings: strict),

    .executableTarget(
      name: "sync-sim", dependencies: ["SyncSimulation"], swiftSettings: strict),
    .executableTarget(
      name: "sync-pages",
      dependencies: [
        "JournalStore", "JournalCore", "JournalSync", "JournalSeal", "SyncCore", "CloudRecord", grdb, sqlite,
      ],
      path: "Benchmarks/sync/pages", swiftSettings: strict),
    .executableTarget(
      name: "one-trip",
      dependencies: [
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      path: "Benchmarks/sync/trip", swiftSettings: strict),

    // Tests, beside each target.
    .target(
      name: "TestKit", dependencies: ["JournalFormats", "JournalCore"], path: "Tests/TestKit", swiftSettings: strict),
    tests("EncodingsTests", ["Encodings"]),
    tests("SystemKitTests", ["SystemKit"]),
    tests("GzipKitTests", ["GzipKit", .product(name: "NIOCore", package: "swift-nio")]),
    tests("JournalCoreTests", ["JournalCore", "TestKit"]),
    tests("CloudRecordTests", ["CloudRecord"]),
    tests("ConfigTextTests", ["ConfigText", toml]),
    tests("CloudWireTests", ["CloudWire", "CloudRecord", "TestKit"]),
    tests("CloudServiceTests", ["CloudService", "CloudStore", "CloudRecord", "Encodings", "TestKit"]),
    tests("CloudStoreTests", ["CloudStore", "CloudService", "CloudRecord", grdb]),
    tests(
      "CloudServerTests",
      ["CloudServer", "CloudStore", "CloudService", "CloudWire", "CloudRecord", "Encodings", "GzipKit"] + web,
      exclude: ["Golden"]),
    tests(
      "JournalSyncTests",
      [
        "JournalSync", "JournalStore", "JournalCore", "JournalSeal", "SealKit", "SyncCore", "CloudRecord",
        "CloudService", "Encodings", "TestKit",
      ]),
    tests("CloudClientTests", ["CloudClient", "CloudRecord", "CloudWire", "Encodings", "GzipKit"] + client),
    .target(
      name: "JournalModel", dependencies: ["JournalStore", "JournalCore", "SyncCore", "CloudRecord", "TestKit"],
      path: "Tests/JournalModel", swiftSettings: strict),
    .target(
      name: "SyncSimulation",
      dependencies: [
        "JournalSync", "JournalStore", "JournalModel", "JournalCore", "JournalSeal", "SyncCore", "CloudService",
        "CloudRecord", "TestKit",
      ],
      path: "Tests/SyncSimulation", swiftSettings: strict),
    tests("SimulationTests", ["SyncSimulation"]),
    tests("SyncCoreTests", ["SyncCore", "JournalCore", "CloudRecord", "TestKit"]),
    .target(
      name: "SealKit", dependencies: ["JournalSeal", "SyncCore", "CloudRecord", "Encodings", "TestKit"],
      path: "Tests/SealKit", swiftSettings: strict),
    // Writes the known answers of encryption, which other programs check too.
    .executableTarget(
      name: "seal-vectors", dependencies: ["SealKit"], path: "Tests/SealVectors", swiftSettings: strict),
    tests("JournalSealTests", ["JournalSeal", "SealKit", "SyncCore", "CloudRecord", "Encodings", "TestKit"]),
    tests("TerminalKitTests", ["TerminalKit", "Encodings", "TestKit"]),
    tests("MarkdownKitTests", ["MarkdownKit", "TerminalKit"]),
    tests("ImageKitTests", ["ImageKit", "TerminalKit", "CZlib", "CSandbox", "cloudjournal-images"]),
    tests("JournalFormatsTests", ["JournalFormats", "JournalCore", "Encodings", "TestKit"]),
    tests("JournalUITests", ["JournalUI", "JournalCore", "TerminalKit", "TestKit"], exclude: ["Looks"]),
    tests(
      "JournalStoreTests",
      [
        "JournalStore", "JournalModel", "JournalCore", "JournalSeal", "SyncCore", "CloudRecord", "TestKit", grdb,
        sqlite,
      ]),
    tests(
      "JournalAppTests",
      [
        "JournalApp", "JournalCore", "JournalStore", "JournalSeal", "JournalSync", "JournalUI", "TerminalKit",
        "SealKit", "ImageKit", "SyncCore", "SystemKit", "CloudClient", "CloudRecord", "Encodings", grdb,
      ]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "CloudRecord", "CloudService", "CloudWire", "CloudServer", "ImageKit", "JournalApp", "JournalCore",
        "JournalFormats", "JournalSeal", "SealKit", "SyncCore", "TerminalKit", "TestKit",
      ], path: "Tests/FuzzTargets", swiftSettings: strict),
    tests("FuzzTests", ["FuzzTargets", "TestKit"], exclude: ["Corpora", "Dictionaries"]),
    tests("ArchitectureTests", []),
    .target(name: "CPty", path: "Tests/CPty"),
    .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
    .target(
      name: "ScreenKit", dependencies: ["CPty", "CVTerm"], path: "Tests/ScreenKit", swiftSettings: strict),
    tests("ScreenKitTests", ["ScreenKit"]),
    // A program for tests of the driver alone.
    .executableTarget(
      name: "terminal-probe", dependencies: ["TerminalDriver", "TerminalKit"], path: "Tests/TerminalProbe",
      swiftSettings: strict),
    tests("TerminalDriverTests", ["TerminalDriver", "ScreenKit", "terminal-probe"]),
    tests(
      "EndToEndTests",
      [
        "ScreenKit", "TestKit", "JournalCore", "JournalFormats", "JournalSeal", "GzipKit", "cloudjournal",
        "cloudjournal-server", "cloudjournal-images", .product(name: "NIOCore", package: "swift-nio"),
      ]),
  ] + (fuzzes ? fuzzer : [])
)
