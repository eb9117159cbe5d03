// swift-tools-version: 6.2
import PackageDescription

/// One rule for every target of ours: Swift 6 mode, the strict upcoming features, and no warning left standing.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let toml: Target.Dependency = .product(name: "TOMLKit", package: "TOMLKit")
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
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
  ],
  targets: [
    // Ground: vocabulary, no I/O.
    source("JournalCore"),
    source("CloudRecord", [crypto]),

    // Pure: values in, values out.
    source("SyncCore", ["CloudRecord"]),
    source("CloudWire", ["CloudRecord"]),
    source("CloudService", ["CloudRecord", crypto]),
    source("TerminalKit"),
    .target(
      name: "DemoAssets", path: "Assets/demo", resources: [.embedInCode("journal.json")], swiftSettings: strict),
    source("MarkdownKit", ["TerminalKit", "CMarkdown"]),
    source("JournalFormats", ["JournalCore", "CArchive", crypto]),
    source("JournalUI", ["JournalCore", "TerminalKit", "MarkdownKit"]),

    // Shells: the only I/O.
    source("JournalStore", ["JournalCore", "CloudRecord", "SyncCore", grdb]),
    source("TerminalDriver", ["TerminalKit", "CTerminal"]),
    source(
      "JournalApp",
      [
        "JournalCore", "JournalStore", "JournalFormats", "JournalUI", "TerminalKit", "TerminalDriver", "CLinux",
        "DemoAssets", crypto, toml,
      ]),
    source("CloudStore", ["CloudRecord", "CloudService", grdb, sqlite, crypto]),

    // C shims.
    .target(name: "CTerminal", linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(name: "CLinux"),
    .systemLibrary(name: "CMarkdown", providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .target(name: "CArchive", linkerSettings: [.linkedLibrary("dl")]),

    // Composition roots.
    .executableTarget(
      name: "cloudjournal", dependencies: ["JournalApp", "JournalCore", "JournalFormats", arguments],
      swiftSettings: strict),

    // Tests, beside each target.
    tests("JournalCoreTests", ["JournalCore"]),
    tests("CloudRecordTests", ["CloudRecord"]),
    tests("CloudWireTests", ["CloudWire", "CloudRecord"]),
    tests("CloudServiceTests", ["CloudService", "CloudStore", "CloudRecord"]),
    tests("CloudStoreTests", ["CloudStore", "CloudService", "CloudRecord", grdb]),
    tests("SyncCoreTests", ["SyncCore", "CloudRecord"]),
    tests("TerminalKitTests", ["TerminalKit"]),
    tests("MarkdownKitTests", ["MarkdownKit", "TerminalKit"]),
    tests("JournalFormatsTests", ["JournalFormats", "JournalCore"]),
    tests("JournalUITests", ["JournalUI", "JournalCore", "TerminalKit"]),
    tests("JournalStoreTests", ["JournalStore", "JournalCore", "SyncCore", "CloudRecord", grdb]),
    tests("JournalAppTests", ["JournalApp", "JournalCore", "JournalStore", "JournalUI", "TerminalKit"]),
    tests("ArchitectureTests", []),
    .target(name: "CPty", path: "Tests/CPty"),
    .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
    .target(
      name: "ScreenKit", dependencies: ["CPty", "CVTerm"], path: "Tests/ScreenKit", swiftSettings: strict),
    tests("ScreenKitTests", ["ScreenKit"]),
    tests("EndToEndTests", ["ScreenKit", "cloudjournal"]),
  ]
)
