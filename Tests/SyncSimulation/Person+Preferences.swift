import JournalCore
import JournalModel

extension Person {
  /// Sets, removes or renames a preference: few keys, so that two devices often mean the same one.
  mutating func changePreference(
    _ store: any JournalStoring, at now: Instant, _ chance: inout Chance
  ) throws -> String {
    let book = PreferenceBook(try store.preferences())
    let key = chance.happens(700) ? "word.\(chance.below(12))" : "search.\(chance.below(4))"
    var (what, steps): (String, [JournalOperation])
    switch chance.below(10) {
    case 0..<6:
      // Now and then the same value on two devices.
      let value = chance.happens(200) ? "same" : "\(device).\(chance.below(1000))"
      what = "sets \(key) to \(value)"
      steps = try book.setting(key, to: value, name: newName(), at: now)
    case 6..<9:
      what = "removes \(key)"
      steps = book.removing(key, at: now)
    default:
      let other = "search.\(chance.below(4))"
      what = "calls \(key) \(other)"
      steps = try book.renaming(key, to: other, at: now)
    }
    if steps.isEmpty { what += ", which changes nothing" }
    _ = try store.apply(JournalEdit(name: "preference", operations: steps), cause: .edit)
    return what
  }
}
