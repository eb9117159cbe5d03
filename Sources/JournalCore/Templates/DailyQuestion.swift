/// The question that a day asks: one of a list, the same all day, another one the next day.
package enum DailyQuestion {
  /// The question of a day.
  ///
  /// - Parameter own: Questions of the person, which take their turns among those that come with the program.
  package static func of(_ day: CivilDate, own: [String] = []) -> String {
    let all = shipped + own
    // Neighbouring days are far apart in the list, and each question has its turn: 31 divides no count but its multiples.
    let step = all.count % 31 == 0 ? 1 : 31
    let place = (day.daysSince1970 % all.count + all.count) * step % all.count
    return all[place]
  }

  /// The questions of a text: one a line; free lines and lines that begin with `#` are none.
  package static func read(_ text: String) -> [String] {
    text.unicodeScalars.split(whereSeparator: EntryRules.isLineEnd).map { trimmingSpace(String($0)) }
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// The questions that come with the program.
  package static let shipped = [
    "What made you smile today?",
    "What did you see today that you had not seen before?",
    "Who did you think of today, and why?",
    "What would you tell yourself of a year ago?",
    "What was the best meal of this week?",
    "What are you putting off, and what would be its first small step?",
    "Which sound do you remember of today?",
    "What did you learn this week?",
    "When did you last change your mind, and about what?",
    "What are you looking forward to?",
    "What was harder than you thought?",
    "What was easier than you thought?",
    "Whom would you like to thank?",
    "What do you want to remember of this month?",
    "Where were you happiest this week?",
    "What did you do with your hands today?",
    "What did you read, hear or watch that stayed with you?",
    "What would a perfect ordinary day look like?",
    "What worries you, and what of it is in your hands?",
    "What has become a habit without your noticing?",
    "Describe the room that you are in as if you had never seen it.",
    "What did the sky look like today?",
    "Which small thing would you miss if it were gone?",
    "What did you say no to, and was that right?",
    "What did you say yes to, and was that right?",
    "Tell of a conversation of the last days.",
    "What smells take you back, and where to?",
    "What are you proud of, though few people know?",
    "What did you throw away, and what did you keep?",
    "What would you do with a free week?",
    "Who taught you something that you use every day?",
    "What did your body tell you today?",
    "What makes home feel like home?",
    "Which question would you like to be asked?",
    "What did you get wrong, and what came of it?",
    "What was the longest moment of today?",
    "What do you do differently from your parents, and what the same?",
    "Which place would you like to see again?",
    "What did today cost, and what was it worth?",
    "What have you not told anybody yet?",
    "What would you like to be able to do by this time next year?",
    "What did you notice on your way today?",
    "Which song belongs to this month?",
    "What gave you energy, and what took it?",
    "What is the kindest thing you saw lately?",
    "What do you believe today that you did not believe ten years ago?",
    "If today had a title, what would it be?",
    "What will you do tomorrow that is only for you?",
    "What in your life is just right as it is?",
    "Write a letter that you will not send.",
  ]
}
