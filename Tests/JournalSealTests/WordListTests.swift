import CloudRecord
import Testing

@testable import JournalSeal

@Suite struct WordListTests {
  @Test func everyWordIsToldByItsFirstFourLetters() {
    #expect(WordList.words.count == 2048)
    #expect(Set(WordList.words.map { $0.prefix(4) }).count == 2048)
    #expect(WordList.words == WordList.words.sorted())
    for word in WordList.words {
      #expect((4...8).contains(word.count) && word.utf8.allSatisfy { (0x61...0x7A).contains($0) }, "\(word)")
    }
  }

  /// A changed list would give shown words another meaning.
  @Test func theListNeverChanges() {
    let digest = Digest(of: Array(WordList.words.joined(separator: " ").utf8)).description
    #expect(digest == "db761a76a6225607c406cd8e9796c093c454f00fe45092a9c0db944dab692d6f")
  }
}
