import SyncCore
import Testing

@Suite struct TextMergeTests {
  private func merge(
    _ base: String?, _ local: String, _ server: String, isLocalLater: Bool = true
  ) -> TextMergeResult { TextMerge.merge(base: base, local: local, server: server, isLocalLater: isLocalLater) }

  private func expect(
    _ result: TextMergeResult, _ text: String, conflict: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(Array(result.text.utf8) == Array(text.utf8), sourceLocation: sourceLocation)
    #expect(result.isConflict == conflict, sourceLocation: sourceLocation)
  }

  @Test func changesOfDifferentParagraphsAreBothThere() {
    expect(
      merge("Rain.\n\nCoffee.\n\nBed.\n", "Rain all day.\n\nCoffee.\n\nBed.\n", "Rain.\n\nCoffee.\n\nBed at ten.\n"),
      "Rain all day.\n\nCoffee.\n\nBed at ten.\n", conflict: false)
  }

  @Test func changesOfDifferentWordsOfAParagraphAreBothThere() {
    expect(
      merge(
        "We walked along the canal and saw a heron.", "We walked slowly along the canal and saw a heron.",
        "We walked along the canal and saw a grey heron."),
      "We walked slowly along the canal and saw a grey heron.", conflict: false)
    expect(
      merge("Weight 70 kg this morning.", "Weight 71 kg this morning.", "Weight 70 kg after the run."),
      "Weight 71 kg after the run.", conflict: false)
  }

  @Test func scriptsWithoutSpacesAreMergedByCharacters() {
    expect(merge("今日は雨だった。散歩した。", "今日は大雨だった。散歩した。", "今日は雨だった。夜散歩した。"), "今日は大雨だった。夜散歩した。", conflict: false)
  }

  /// A line of tags is the usual form: two devices rename one each, and take that back.
  @Test func tagsSideBySideAreMergedOneByOne() {
    for (base, local, server, text) in [
      ("#eins #zwei x", "#one #zwei x", "#eins #two x", "#one #two x"),
      ("#one #two x", "#eins #two x", "#one #zwei x", "#eins #zwei x"),
      ("@eins, #zwei-drei", "@one, #zwei-drei", "@eins, #two", "@one, #two"),
      ("#a-b #c", "#a-x #c", "#a-b #d", "#a-x #d"),
      ("#eins #zwei #drei", "#one #zwei #three", "#eins #two #drei", "#one #two #three"),
    ] {
      for isLocalLater in [true, false] {
        expect(merge(base, local, server, isLocalLater: isLocalLater), text, conflict: false)
        expect(merge(base, server, local, isLocalLater: isLocalLater), text, conflict: false)
        expect(merge(base, text, server, isLocalLater: isLocalLater), text, conflict: false)
      }
    }
    // One tag with two other names, and a tag beside a word, touch as ever.
    expect(merge("#eins x", "#one x", "#un x"), "#one x\n\n#un x", conflict: true)
    expect(merge("#eins zwei", "#one zwei", "#eins two"), "#one zwei\n\n#eins two", conflict: true)
    expect(merge("(#eins) #zwei", "(#one) #zwei", "(#eins) #two"), "(#one) #zwei\n\n(#eins) #two", conflict: true)
  }

  @Test func wordsThatTouchKeepBothVersionsTheLaterFirst() {
    let (base, local, server) = ("I do like tea.\n", "I do not like tea.\n", "I do really like tea.\n")
    expect(merge(base, local, server), "I do not like tea.\n\nI do really like tea.\n", conflict: true)
    expect(
      merge(base, local, server, isLocalLater: false), "I do really like tea.\n\nI do not like tea.\n", conflict: true)
    expect(merge("ran 5 miles", "ran 6 miles", "ran 5 km"), "ran 6 miles\n\nran 5 km", conflict: true)
  }

  @Test func linesOfAListStayTogetherWhenBothAreKept() {
    expect(
      merge("- a\n- tea\n- b\n", "- a\n- green tea\n- b\n", "- a\n- black tea\n- b\n"),
      "- a\n- green tea\n- black tea\n- b\n", conflict: true)
  }

  @Test func theSameTypingErrorMendedTwiceIsMendedOnce() {
    expect(
      merge("I saw teh big shop.\nOk.\n", "I saw the big shop.\nOk.\n", "I saw the big shop.\nOk!\n"),
      "I saw the big shop.\nOk!\n", conflict: false)
  }

  @Test func aRepeatedLineIsNotGuessedAt() {
    let base = "- [ ] tea\n- [ ] tea\n- [ ] tea\n"
    let result = merge(base, "- [ ] tea\n- [x] tea\n- [ ] tea\n", "- [ ] tea\n- [ ] green tea\n- [ ] tea\n")
    #expect(result.isConflict)
    #expect(result.text.contains("- [x] tea") && result.text.contains("- [ ] green tea"))
  }

  @Test func aParagraphThatWasMovedHereAndEditedThereKeepsItsEdit() {
    let result = merge(
      "One.\n\nTwo two two.\n\nThree.\n", "Two two two.\n\nOne.\n\nThree.\n", "One.\n\nTwo two, changed.\n\nThree.\n")
    #expect(result.text.contains("Two two, changed."))
    #expect(!result.text.split(separator: "\n").contains(" changed."))
  }

  @Test func codeThatWasEditedThereIsNotLostWithItsFence() {
    let base = "Text.\n\n```\nlet a = 1\n```\n\nEnd.\n"
    let result = merge(base, "Text.\n\nEnd.\n", "Text.\n\n```\nlet a = 2\n```\n\nEnd.\n")
    #expect(result.text.contains("let a = 2"))
    #expect(result.isConflict)
  }

  @Test(arguments: [
    ("```\nlet size = 10, name = a\n```\n", "size = 10", "size = 11", "name = a", "name = b"),
    ("| size 10 | and the name a |\n", "size 10", "size 11", "name a", "name b"),
    ("---\nsize: 10 and the name: a\n---\nText.\n", "size: 10", "size: 11", "name: a", "name: b"),
  ]) func wordsAreNotMovedInCodeTablesAndFrontMatter(
    _ base: String, _ first: String, _ firstNew: String, _ second: String, _ secondNew: String
  ) {
    let local = base.replacing(first, with: firstNew)
    let server = base.replacing(second, with: secondNew)
    let result = merge(base, local, server)
    #expect(result.isConflict)
    #expect(result.text.contains(firstNew) && result.text.contains(secondNew))
  }

  @Test func anAppendedLineDoesNotMindAMissingLastLineEnd() {
    expect(merge("One.\nTwo.", "One.\nTwo.\nThree.", "One!\nTwo."), "One!\nTwo.\nThree.", conflict: false)
    expect(merge("One.\nTwo.", "One.\nTwo.\n", "One!\nTwo."), "One!\nTwo.\n", conflict: false)
  }

  @Test func lineEndsArePartOfNoConflict() {
    expect(
      merge("One.\nTwo.\nThree.\n", "One.\r\nTwo.\r\nThree.\r\n", "One.\nTwo, changed.\nThree.\n"),
      "One.\r\nTwo, changed.\r\nThree.\r\n", conflict: false)
    expect(
      merge("One.\r\n\r\nTwo.\r\n", "One, here.\r\n\r\nTwo.\r\n", "One.\r\n\r\nTwo, there.\r\n"),
      "One, here.\r\n\r\nTwo, there.\r\n", conflict: false)
  }

  /// The later side took out a line whose end the other one had changed.
  @Test func lineEndsAreTheSameAtTheNextMerge() {
    let (base, local, server) = ("a\r\nb\r\n", "a\nb\n", "a")
    let merged = TextMerge.merge(base: base, local: local, server: server, isLocalLater: false)
    expect(merged, "a", conflict: false)
    for side in [local, server] {
      for isLocalLater in [true, false] {
        expect(
          TextMerge.merge(base: base, local: merged.text, server: side, isLocalLater: isLocalLater), "a",
          conflict: false)
      }
    }
  }

  @Test func composedAndDecomposedLettersAreDifferentText() {
    let (composed, decomposed) = ("caf\u{E9} and more", "cafe\u{301} and more")
    expect(merge(composed, decomposed, composed + "!"), decomposed + "!", conflict: false)
    expect(merge(composed, decomposed, composed), decomposed, conflict: false)
  }

  @Test func whatLooksLikeAConflictMarkerIsText() {
    let base = "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"
    expect(
      merge(base, base.replacing("a\n", with: "A\n"), base.replacing("b\n", with: "B\n")),
      "<<<<<<< ours\nA\n=======\nB\n>>>>>>> theirs\n", conflict: false)
  }

  @Test func theSamePassageTypedTwiceIsShownToThePerson() {
    let base = "Morning.\n\nNoon.\n\nEvening.\n"
    let result = merge(
      base, "Morning.\n\nWe met Ann at the old harbour today.\n\nNoon.\n\nEvening.\n",
      "Morning.\n\nNoon.\n\nWe met Ann at the old harbour.\n\nEvening.\n")
    #expect(result.isConflict)
  }

  @Test func textNeverYieldsToNothing() {
    expect(merge(nil, "", "A long day.\n"), "A long day.\n", conflict: false)
    expect(merge(nil, "\n  \n", "A long day.\n"), "A long day.\n", conflict: false)
    expect(merge("A day.\n", "", "A long day.\n"), "A long day.\n", conflict: true)
    expect(merge("A day.\n", "", "A day.\n"), "", conflict: false)
  }

  @Test func withoutABaseWhatBothHaveStandsOnce() {
    expect(merge(nil, "Rain.\n\nCoffee.\n", "Rain.\n"), "Rain.\n\nCoffee.\n", conflict: false)
    expect(
      merge(nil, "Rain.\n\nCoffee.\n\nBed.\n", "Rain.\n\nTea.\n\nBed.\n"), "Rain.\n\nCoffee.\n\nTea.\n\nBed.\n",
      conflict: true)
    expect(merge(nil, "All new.\n", "All else.\n", isLocalLater: false), "All else.\n\nAll new.\n", conflict: true)
  }

  /// Two devices merge, edit and merge again, many times: each text stands once at the end.
  @Test func mergingForALongTimeDoesNotMakeATextGrow() {
    var base = (1...20).map { "Line \($0) of a note.\n" }.joined()
    var here = base.replacing("Line 7 of", with: "Line seven of")
    var there = base.replacing("Line 7 of", with: "Line VII of")
    for round in 0..<100 {
      let merged = merge(base, here, there, isLocalLater: round.isMultiple(of: 2)).text
      base = there
      here = merged
      // The other device got the merged text, or has another edit of its own.
      there = round.isMultiple(of: 3) ? there.replacing("Line 12 of", with: "Line twelve of") : merged
    }
    let merged = merge(base, here, there).text
    #expect(merged.split(separator: "\n").count <= 22)
  }

  @Test func hugeAndHostileTextsAreMergedInBoundedTime() {
    let word = (0..<6_000).map { "w\($0 % 997)" }.joined(separator: " ")
    let long = merge(word, "start " + word, word + " end")
    expect(long, "start " + word + " end", conflict: false)
    let noise = { (seed: Int) in
      var dice = Dice(seed: seed)
      return (0..<2_000).map { _ in dice.pick(["a", "b", "c", "", "new\(seed)"]) }.joined(separator: "\n")
    }
    let (base, local, server) = (noise(1), noise(2), noise(3))
    let result = merge(base, local, server)
    #expect(result.isConflict)
    #expect(result.text.utf8.count > local.utf8.count + server.utf8.count / 2)
  }
}
