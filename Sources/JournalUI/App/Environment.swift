package import JournalCore
package import TerminalKit

/// What the screen needs to know of the place that it runs in; none of it changes while it runs.
package struct Environment: Sendable {
  /// Measures text in columns, as this terminal draws it.
  package var textWidth: any TextWidth
  /// Where the person lives: new entries are dated in this zone.
  package var zone: any LocalZone
  /// What the open journal is called.
  package var journalName: String
  /// Who writes the drafts of this run; a draft of any other owner is offered, never overwritten.
  package var owner: String
  /// Whether the terminal shows more than ASCII.
  package var isUTF8: Bool
  /// The signs that the terminal can show.
  package var glyphs: Glyphs
  /// How many colours the terminal shows.
  package var colorDepth: ColorDepth
  /// Whether nothing may be written, as `--read-only` asks for.
  package var isReadOnly: Bool
  /// The names of preferences that the configuration file sets, so that the screen cannot: keys of ``Preferences/values``.
  package var configured: Set<String>
  /// The themes that there are, those of the person among them.
  package var themes: ThemeShelf
  /// What holds by the configuration file and can be changed there only, and where things are: texts by the names of settings.
  package var facts: [String: String]
  /// Whether the terminal can strike text out.
  package var canStrike: Bool
  /// How `5/6/2026` is read; nil refuses it.
  package var dateOrder: DateOrder?
  /// With which weekday weeks begin where the person lives.
  package var weekBegin: Weekday
  /// How times of the day are read where the person lives.
  package var clock = ClockStyle.twentyFour
  /// Whether the journal is encrypted on the disk, so that it can be locked.
  package var isInVault: Bool
  /// Whether the program that checks spelling is installed.
  package var canSpell: Bool

  package init(
    textWidth: any TextWidth, zone: any LocalZone, journalName: String, owner: String, isUTF8: Bool = true,
    glyphs: Glyphs? = nil,
    colorDepth: ColorDepth = .direct, isReadOnly: Bool = false, configured: Set<String> = [],
    dateOrder: DateOrder? = nil, weekBegin: Weekday = .monday, canStrike: Bool = true,
    themes: ThemeShelf = ThemeShelf(),
    facts: [String: String] = [:], isInVault: Bool = false, canSpell: Bool = false
  ) {
    (self.isInVault, self.weekBegin, self.canSpell) = (isInVault, weekBegin, canSpell)
    (self.themes, self.facts, self.configured, self.dateOrder) = (themes, facts, configured, dateOrder)
    (self.canStrike, self.textWidth, self.zone, self.journalName) = (canStrike, textWidth, zone, journalName)
    self.glyphs = glyphs ?? (isUTF8 ? .utf8 : .ascii)
    (self.owner, self.isUTF8, self.colorDepth, self.isReadOnly) = (owner, isUTF8, colorDepth, isReadOnly)
  }
}
