import ArgumentParser
import JournalApp
import JournalFormats

extension AccountCommand {
  struct SignIn: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sign-in", abstract: "Sign in, so that this journal is the same on all your devices.",
      discussion: """
        By name and password, or by the server’s page in a browser on this computer, or, over SSH, by a short code that you \
        type on the server’s page in any browser:

          cloudjournal account sign-in --server https://journal.example.org --user ada
          cloudjournal account sign-in --server https://journal.example.org
          cloudjournal account sign-in --server https://journal.example.org --code
          pass journal | cloudjournal account sign-in --server URL --user ada --password-stdin

        On a server of this program the journal of a new account is encrypted end to end: the server’s owner reads nothing of \
        it. Write the recovery key down, then run “cloudjournal account recovery --confirm”; until then “cloudjournal account \
        recovery” shows it again. Another computer that signs in to the account shows six words; type them on this one, with \
        “cloudjournal account approve”, then run “cloudjournal sync” there.

        With --plain a new journal is not encrypted, so that the server’s owner, and other CloudKit programs, can read it. \
        Where the server says that a journal is plain, you are asked before anything of it is read or sent; without a terminal \
        that ends with exit status 3, unless --plain is given.
        """)

    enum Environment: String, ExpressibleByArgument, CaseIterable {
      case development, production
    }

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Option(
      help: ArgumentHelp("The server; without it the one of the last time, or of the configuration.", valueName: "url"))
    var server: String?

    @Option(help: ArgumentHelp("Sign in by this name and its password.", valueName: "name"))
    var user: String?

    @Flag(help: "Take the password from standard input.")
    var passwordStdin = false

    @Flag(
      help: ArgumentHelp(
        "Sign in by a page in any browser.",
        discussion: "Without a terminal, or at a service without short codes, the code of its page is read here."))
    var code = false

    @Option(help: ArgumentHelp("The port for the browser’s way back; any by default.", valueName: "port"))
    var callbackPort: Int = 0

    @Option(help: ArgumentHelp("The name of this device in your list of devices.", valueName: "name"))
    var device: String?

    @Option(
      help: ArgumentHelp(
        "The container, with --api-token; otherwise what the server or the configuration tells.", valueName: "id"))
    var container: String?

    @Option(help: "development or production; our own server has production only.")
    var environment: Environment?

    @Option(
      help: ArgumentHelp(
        "The API token, with --container; otherwise what the server or the configuration tells.", valueName: "token"))
    var apiToken: String?

    @Option(help: ArgumentHelp("Certificates in PEM to trust beside the system’s.", valueName: "file"))
    var authorities: String?

    @Option(help: ArgumentHelp("The only key to accept from the server.", valueName: "sha256/…"))
    var pin: String?

    @Option(help: ArgumentHelp("The proxy; an empty one for none. By default $HTTPS_PROXY.", valueName: "url"))
    var proxy: String?

    @Flag(help: "Do not encrypt a new journal: the server’s owner can read it.")
    var plain = false

    func validate() throws {
      if passwordStdin, user == nil { throw ValidationError("--password-stdin needs --user NAME") }
      if user != nil, code { throw ValidationError("--user and --code exclude each other") }
      if !(0...65_535).contains(callbackPort) { throw ValidationError("--callback-port is a number up to 65535") }
    }

    func run() throws {
      let session = try CommandSession(global)
      var wish = AccountDesk.Wish()
      (wish.server, wish.deviceName, wish.authorities) = (server, device, authorities)
      (wish.container, wish.apiToken, wish.pin, wish.proxy) = (container, apiToken, pin, proxy)
      wish.setEnvironment(environment?.rawValue)
      wish.fallback = session.settings.sync
      wish.encryption = plain ? .plain : .founded
      let console = session.console
      if console.canAsk, !passwordStdin {
        wish.trust = { server in
          console.say("This computer cannot verify \(server.host). The server’s key is")
          console.say(server.key)
          console.say("Compare it with the one that “cloudjournal-server init” prints on the server.")
          return console.confirm("Trust this server?")
        }
        wish.nameDevice = { console.answer("Name of this device", usual: $0) }
        wish.agrees = {
          console.say(KeySaying.question, .warning)
          return console.confirm("Go on without encryption?")
        }
      }
      let proof = proof(console)
      try session.withJournal(.write) { journal in
        let desk = AccountDesk(journal, environment: World.environmentVariables)
        let settled = wish
        let arrival = try Waiting.runUntilSignalled { try await desk.signIn(settled, proof) }
        session.console.say(
          "Signed in as \(arrival.who). “cloudjournal sync” sends and fetches; the screen does both automatically.")
        session.console.say(arrival.keys)
        if global.json {
          try StandardStreams.write(
            JournalApp.Answer.object { json in
              json.member("who", arrival.who)
              json.member("journal", journal.paths.name)
              json.member("encryption", arrival.keys.state)
            })
        }
      }
    }

    private func proof(_ console: Console) -> AccountDesk.Proof {
      if let user {
        let isPiped = passwordStdin
        let tell: @Sendable (String) -> Void = { console.say($0, .warning) }
        return .password(name: user, refused: console.canAsk && !isPiped ? tell : nil) {
          try console.password(fromStandardInput: isPiped, for: user)
        }
      }
      if code {
        let asking = AccountDesk.Proof.code { page in
          console.say("Open this page in any browser, sign in there, and type the code that it shows:\n\(page)")
          return try console.line(named: "The code")
        }
        guard console.canAsk else { return asking }
        let show: @Sendable (String, String) -> Void = { address, code in
          console.say("Open this page in any browser, and type the code there:\n  \(address)\n  \(code)\nWaiting …")
        }
        return .shortCode(show: show, otherwise: asking)
      }
      return .browser(port: callbackPort) { page in
        console.say("Sign in on this page; it should open in your browser. Over SSH, use --code.\n\(page)")
        do {
          try BrowserOpener.open(page)
        } catch {
          // The address is on the screen: it can be opened by hand.
        }
      }
    }
  }
}
