/// How a terminal draws the icon of a category.
///
/// Icons are named as SF Symbols are, because that is what the journal's other programs store. Each known name has a
/// glyph that takes one column (none of them is drawn as a wide emoji) and an ASCII character; an unknown one is a dot.
package struct CategoryIcon: Hashable, Sendable {
  /// The name without `.fill` and other variants.
  package let name: String
  /// One scalar, one column wide.
  package let glyph: String
  /// The same for a terminal without Unicode.
  package let asciiGlyph: String
  /// The same in a Nerd Font, whose signs are in the private use area; ``glyph`` where there is none that fits.
  package var nerdGlyph: String { CategoryIcon.nerdSigns[name].map { String($0) } ?? glyph }

  /// The name as a person would say it: `running` for `figure.run`, `cup and saucer` for `cup.and.saucer`.
  package var words: String { CategoryIcon.words(of: name) }

  /// The same for any name that a journal holds.
  package static func words(of name: String) -> String {
    if let said = spoken[name] { return said }
    let parts = name.split(separator: ".").filter { Int($0) == nil && $0 != "fill" }
    var words = ""
    for part in parts { words += (words.isEmpty ? "" : " ") + part }
    return words
  }

  private static let spoken = [
    "figure": "a person", "figure.run": "running", "figure.walk": "walking", "figure.hiking": "hiking",
    "figure.yoga": "yoga", "figure.pool.swim": "swimming", "fork.knife": "fork and knife", "tv": "television",
    "person.2": "two people", "person.3": "many people", "building.2": "buildings", "mountain.2": "mountains",
    "figure.2.and.child.holdinghands": "family", "face.smiling": "smiling face", "hand.raised": "raised hand",
    "hand.thumbsup": "thumbs up", "bed.double": "bed", "sun.max": "sun", "moon.stars": "moon and stars",
    "doc": "document", "mic": "microphone", "camera.macro": "flower", "pawprint": "paw", "cross.case": "first aid",
    "list.bullet": "list", "square.and.pencil": "writing", "desktopcomputer": "computer", "laptopcomputer": "laptop",
    "creditcard": "credit card", "dollarsign": "dollar", "eurosign": "euro", "theatermasks": "theatre",
    "gamecontroller": "games", "puzzlepiece": "puzzle", "graduationcap": "graduation", "studentdesk": "desk",
    "train.side.front.car": "train", "sportscourt": "court", "soccerball": "football", "scalemass": "scales",
    "chart.bar": "bar chart", "chart.line.uptrend.xyaxis": "rising chart", "questionmark": "question mark",
    "exclamationmark": "exclamation mark", "exclamationmark.triangle": "warning", "magnifyingglass": "magnifying glass",
    "gearshape": "gear wheel", "text.book.closed": "closed book", "books.vertical": "books", "photo": "picture",
  ]

  /// What is drawn for a name that is not known.
  package static let unknown = CategoryIcon(name: "", glyph: "•", asciiGlyph: "*")

  /// The icon for a name: the name itself, else without what follows its last dots (`heart.fill` is `heart`), else a
  /// dot.
  package static func named(_ name: String) -> CategoryIcon {
    var rest = name[...]
    while true {
      if let known = byName[String(rest)] { return known }
      guard let dot = rest.lastIndex(of: ".") else { return unknown }
      rest = rest[..<dot]
    }
  }

  /// The names that have a glyph, in the order in which a picker shows them.
  package static let known: [CategoryIcon] = table.map { CategoryIcon(name: $0.0, glyph: $0.1, asciiGlyph: $0.2) }

  private static let byName = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }

  private static let table: [(String, String, String)] = [
    ("folder", "◫", "#"), ("house", "⌂", "^"), ("building", "▥", "H"), ("building.2", "▤", "H"),
    ("briefcase", "⊡", "B"), ("heart", "♡", "v"), ("star", "✶", "*"), ("book", "◧", "b"), ("books.vertical", "▥", "b"),
    ("text.book.closed", "▮", "b"), ("bookmark", "▾", "v"), ("newspaper", "▤", "n"),
    // People and the body.
    ("person", "♙", "i"), ("person.2", "⚇", "o"), ("person.3", "∷", "o"), ("figure", "♙", "i"),
    ("figure.run", "»", "r"),
    ("figure.walk", "›", "w"), ("figure.hiking", "▴", "w"), ("figure.yoga", "⍋", "y"), ("figure.pool.swim", "≋", "s"),
    ("dumbbell", "⇔", "="), ("bicycle", "∞", "8"), ("sportscourt", "▭", "s"), ("soccerball", "◍", "s"),
    ("trophy", "♛", "T"), ("medal", "✪", "M"), ("stethoscope", "✚", "+"), ("cross", "✚", "+"),
    ("cross.case", "✚", "+"), ("pills", "⊖", "p"), ("bandage", "⊞", "+"), ("brain", "❋", "@"), ("eye", "◉", "o"),
    ("ear", "ʔ", "e"), ("hand.raised", "☚", "h"), ("hand.thumbsup", "↑", "+"), ("face.smiling", "◡", ")"),
    // Eating and living.
    ("fork.knife", "ψ", "Y"), ("cup.and.saucer", "∪", "u"), ("wineglass", "γ", "y"), ("birthday.cake", "⍟", "w"),
    ("carrot", "▿", "v"), ("cart", "⊔", "u"), ("bag", "⊓", "n"), ("gift", "⊠", "x"), ("bed.double", "⊏", "z"),
    ("sofa", "⊔", "u"), ("lamp.desk", "⌠", "l"), ("lightbulb", "☼", "!"), ("shower", "⍦", "s"), ("washer", "◙", "o"),
    ("creditcard", "▬", "$"), ("banknote", "¤", "$"), ("dollarsign", "$", "$"), ("eurosign", "€", "E"),
    ("chart.bar", "▟", "%"), ("chart.line.uptrend.xyaxis", "⬈", "/"),
    // Going places.
    ("airplane", "➤", ">"), ("car", "⊜", "c"), ("bus", "⊟", "c"), ("tram", "⊟", "t"),
    ("train.side.front.car", "⊟", "t"),
    ("ferry", "⍩", "f"), ("sailboat", "◺", "f"), ("fuelpump", "⊡", "g"), ("suitcase", "⊞", "s"), ("tent", "△", "A"),
    ("beach.umbrella", "⍡", "T"), ("mountain.2", "◮", "M"), ("globe", "⊕", "o"), ("map", "◪", "m"),
    ("mappin", "☊", "!"),
    ("location", "➤", ">"), ("signpost.right", "↱", ">"),
    // Nature and weather.
    ("leaf", "❧", "~"), ("tree", "↟", "T"), ("camera.macro", "❀", "*"), ("pawprint", "∴", "p"), ("dog", "∵", "p"),
    ("cat", "∴", "p"), ("bird", "ˇ", "v"), ("fish", "∝", "f"), ("ant", "⋆", "x"), ("ladybug", "◍", "x"),
    ("sun.max", "⊛", "O"), ("sunrise", "◓", "O"), ("sunset", "◒", "O"), ("moon", "☽", "("), ("moon.stars", "☽", "("),
    ("sparkles", "✧", "+"), ("cloud", "∩", "c"), ("cloud.rain", "⌿", "'"), ("cloud.sun", "∩", "c"),
    ("umbrella", "⍡", "T"),
    ("snowflake", "✻", "*"), ("wind", "≋", "~"), ("bolt", "ϟ", "!"), ("flame", "♆", "^"), ("drop", "◊", "."),
    ("water.waves", "≈", "~"), ("thermometer", "†", "t"),
    // Making and playing.
    ("music.note", "♪", "d"), ("music.note.list", "♫", "d"), ("guitars", "♬", "d"), ("headphones", "Ω", "n"),
    ("mic", "♩", "i"), ("camera", "◙", "o"), ("photo", "▨", "#"), ("film", "▦", "f"), ("video", "▷", ">"),
    ("tv", "▭", "t"), ("play", "▷", ">"), ("theatermasks", "◐", "t"), ("paintbrush", "✎", "/"),
    ("paintpalette", "◕", "%"),
    ("pencil", "✎", "/"), ("scissors", "✄", "x"), ("hammer", "⊤", "T"), ("wrench", "⊢", "y"), ("screwdriver", "⊥", "t"),
    ("gamecontroller", "⌘", "G"), ("puzzlepiece", "✜", "+"), ("dice", "⚄", ":"), ("suit.spade", "♤", "s"),
    ("suit.club", "♧", "c"), ("suit.diamond", "♢", "d"), ("suit.heart", "♡", "v"), ("graduationcap", "▵", "A"),
    ("studentdesk", "⊓", "n"), ("backpack", "◫", "b"), ("ruler", "⌶", "|"), ("function", "ƒ", "f"), ("atom", "❉", "@"),
    ("flask", "⍙", "a"), ("testtube.2", "⍫", "a"), ("scope", "⌾", "+"),
    // Work and machines.
    ("phone", "☏", "t"), ("envelope", "⊠", "="), ("message", "❝", "\""), ("bubble.left", "❝", "\""),
    ("quote.bubble", "❞", "\""),
    ("calendar", "▦", "#"), ("clock", "◷", "o"), ("timer", "◴", "o"), ("alarm", "◶", "o"), ("hourglass", "⍓", "X"),
    ("bell", "☋", "!"), ("flag", "⚑", "P"), ("tag", "⌑", "<"), ("paperclip", "ʆ", "&"), ("link", "⊚", "&"),
    ("pin", "⍖", "!"),
    ("doc", "▯", "d"), ("list.bullet", "≡", "="), ("checklist", "✓", "x"), ("checkmark", "✓", "x"),
    ("square.and.pencil", "✎", "/"),
    ("tray", "⊔", "u"), ("archivebox", "⊟", "a"), ("trash", "⌫", "x"), ("desktopcomputer", "▢", "c"),
    ("laptopcomputer", "⌸", "c"),
    ("keyboard", "⌸", "k"), ("printer", "⎕", "p"), ("iphone", "▯", "i"), ("terminal", "❯", ">"), ("cpu", "⊞", "#"),
    ("wifi", "⌔", "~"), ("gear", "❂", "@"), ("gearshape", "❂", "@"), ("key", "⌐", "k"), ("lock", "⌆", "L"),
    ("shield", "⍒", "U"),
    ("hand.point.right", "☞", ">"), ("questionmark", "?", "?"), ("exclamationmark", "!", "!"), ("info", "i", "i"),
    ("exclamationmark.triangle", "△", "!"), ("magnifyingglass", "⌕", "Q"), ("number", "#", "#"), ("at", "@", "@"),
    ("infinity", "∞", "8"),
    ("plus", "+", "+"), ("minus", "−", "-"), ("circle", "●", "o"), ("square", "■", "#"), ("triangle", "▲", "^"),
    ("diamond", "◆", "o"),
    ("hexagon", "◇", "o"), ("seal", "✹", "*"), ("rosette", "❂", "*"), ("crown", "♔", "W"), ("scalemass", "⍍", "="),
    ("anchor", "⎈", "J"),
    ("peacesign", "⊗", "o"), ("sparkle", "✧", "+"), ("hands.sparkles", "☆", "*"),
    ("figure.2.and.child.holdinghands", "∷", "o"),
    ("teddybear", "ʕ", "o"), ("party.popper", "✺", "*"), ("balloon", "◯", "o"), ("stroller", "◡", "u"),
  ]
}
