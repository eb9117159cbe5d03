import JournalApp
import Testing

@Suite struct ManualPageTests {
  private let declarations = """
    {"serializationVersion":0,"command":{"commandName":"tool","abstract":"Does 'things'.","discussion":"One - two.\\n\\n\
      tool .x\\n  tool -n 3\\n\\n.Last paragraph \\\\ end.","arguments":[{"kind":"flag","shouldDisplay":true,\
    "isOptional":true,"isRepeating":false,"parsingStrategy":"default","names":[{"kind":"long","name":"json"}],\
    "abstract":"Answer in JSON."}],"subcommands":[{"commandName":"list","abstract":"Lists.","arguments":[\
    {"kind":"option","names":[{"kind":"short","name":"n"},{"kind":"longWithSingleDash","name":"on"}],"valueName":"number",\
    "abstract":".5 of them."},{"kind":"positional","valueName":"tag","isOptional":true,"isRepeating":true,"abstract":"Tags."},\
    {"kind":"flag","names":[{"kind":"long","name":"help"}],"abstract":"Help."}]},\
    {"commandName":"secret","shouldDisplay":false,"abstract":"Hidden."}]}}
    """

  @Test func theDeclarationsBecomeAPage() throws {
    let text = try ManualPage(declarations: declarations, version: "1.2").text
    #expect(
      text.hasPrefix(
        ".TH TOOL 1 \"\" \"CloudJournal 1.2\" \"User Commands\"\n.SH NAME\ntool \\- Does \\(aqthings\\(aq.\n"))
    #expect(text.contains(".SS \"list [\\fITAG\\fR...]\""))
    #expect(text.contains(".TP\n\\fB\\-n\\fR, \\fB\\-on\\fR \\fINUMBER\\fR\n\\&.5 of them.\n"))
    #expect(!text.contains("Hidden") && !text.contains("Help."))
  }

  @Test func examplesKeepTheirLinesAndNothingIsTakenForARequest() throws {
    let text = try ManualPage(declarations: declarations, version: "1").text
    #expect(
      text.contains("One \\- two.\n.PP\n.RS 4\n.nf\ntool .x\ntool \\-n 3\n.fi\n.RE\n.PP\n\\&.Last paragraph \\e end.\n")
    )
  }

  @Test func whatIsNoDeclarationIsRefused() {
    #expect(throws: CommandFailure.self) { _ = try ManualPage(declarations: "{}", version: "1") }
  }
}
