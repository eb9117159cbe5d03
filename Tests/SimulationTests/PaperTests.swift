import Foundation
import SyncSimulation
import Testing

/// The figures of docs/security.md on how encryption is tested.
@Suite struct SecurityFiguresTests {
  @Test func thePaperHasTheNumbersOfSeedsAndOfPlantedMistakes() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/security.md")
      .standardized
    let paper = try String(contentsOf: path, encoding: .utf8)
    let mistakes = Mistake.allCases.count(where: \.isAboutSeals)
    let words = "by \(SealedSimulationTests.seeds) seeds of a simulation"
    #expect(paper.contains(words), "\(words)")
    #expect(paper.contains("by \(PeopleSimulationTests.seeds) more in which people"), "\(PeopleSimulationTests.seeds)")
    #expect(paper.contains("and by \(mistakes) mistakes"), "\(mistakes)")
  }
}
