import JournalCore
import Testing

@testable import JournalApp

/// What a share is called for those who are invited.
@Suite struct ShareTargetTests {
  /// An empty name would say that the share is one of an entry.
  @Test(arguments: ["-", "#", "*", ">", "---", "***", "Health"]) func aCategoryHasAName(name: String) {
    let target = ShareTarget.category(
      JournalCore.Category(
        id: RecordName("c"), name: name, colorHex: "#34C759", sortOrder: 1, modifiedAt: Instant(milliseconds: 0)))
    #expect(target.sealedCategory == (name == "Health" ? name : "A category"))
    #expect(target.title == target.sealedCategory)
  }
}
