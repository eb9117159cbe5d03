import CloudRecord
import CloudServer
import HTTPTypes
import Testing

@Suite struct RouteTests {
  @Test(arguments: Operation.allCases) func everyOperationHasItsAddress(_ operation: Operation) {
    let route = Route(path: "/database/1/iCloud.a/production/private/\(operation.rawValue)")
    #expect(route == .database(operation, container: "iCloud.a", environment: .production, scope: .private))
  }

  @Test(
    arguments: [
      (
        "/device/1/iCloud.a/development/tokens/create",
        Route.database(.createToken, container: "iCloud.a", environment: .development, scope: nil)
      ),
      ("/device/1/iCloud.a/development/zones/list", .unknownOperation),
      ("/database/1/iCloud.a/production/private", .unknownOperation),
      ("/database/1/iCloud.a/staging/private/zones/list", .unknownOperation),
      ("/database/1/iCloud.a/production/mine/zones/list", .unknownOperation),
      ("/database/2/iCloud.a/production/private/zones/list", .unknownOperation),
      ("/database/1/iCloud.a/production/private/zones/list/more", .unknownOperation),
      (
        "/database/1/iCloud%2Ea/production/private/zones/list",
        .database(.listZones, container: "iCloud.a", environment: .production, scope: .private)
      ),
      ("/database/1/%zz/production/private/zones/list", .unknown), ("/database/1/%ff/a", .unknown),
      ("//health//", .health), ("/", .home), ("", .home), ("/account/1/sessions/x", .session("x")),
      ("/assets/1/upload/a", .upload(token: "a")), ("/assets/1/upload/a/b", .unknown),
      ("/a/b/c/d/e/f/g/h/i/j", .unknown),
    ] as [(String, Route)]) func addressesLeadWhereTheySay(_ path: String, _ route: Route)
  {
    #expect(Route(path: path) == route)
  }

  @Test func parametersAreReadAsClientsWriteThem() {
    let parameters = QueryParameters("a=1&b=x%2By+z&c&=d&e=%zz&a=2&s=undefined&t=null&u=&w=tok")
    #expect(parameters["a"] == "1")
    #expect(parameters["b"] == "x+y+z")
    #expect(parameters["c"] == "")
    #expect(parameters["e"] == nil)
    #expect(parameters.present("s", "t", "u", "w") == "tok")
    #expect(parameters.present("s") == nil)
    #expect(QueryParameters("a=b+c", plusIsSpace: true)["a"] == "b c")
  }

  @Test(
    arguments: [
      ("127.0.0.1", nil, "localhost:9", "http://localhost:9"),
      ("127.0.0.1", nil, "evil.example", "http://127.0.0.1:8080"),
      ("127.0.0.1", nil, "x\" y", "http://127.0.0.1:8080"), ("::1", nil, "[::1]:5", "http://[::1]:5"),
      ("127.0.0.1", "https://known:1", "localhost:9", "https://known:1"),
    ] as [(String, String?, String, String)])
  func theHostHeaderIsBelievedOnlyWhereItCannotLie(
    _ host: String, _ baseURL: String?, _ authority: String, _ expected: String
  ) {
    var configuration = ServerConfiguration(dataDirectory: "/d")
    configuration.host = host
    configuration.baseURL = baseURL
    #expect(ListenerAddress(configuration).base(for: [:], authority: authority) == expected)
  }

  @Test func aProxySaysWhereItIs() throws {
    var configuration = ServerConfiguration(dataDirectory: "/d")
    configuration.behindProxy = true
    let listener = ListenerAddress(configuration)
    #expect(listener.base(for: [:], authority: "journal.example") == "https://journal.example")
    let host = try #require(HTTPField.Name("X-Forwarded-Host"))
    let proto = try #require(HTTPField.Name("X-Forwarded-Proto"))
    #expect(listener.base(for: [host: "a.example", proto: "http"], authority: "b") == "http://a.example")
    #expect(listener.base(for: [host: "a\"example"], authority: "b") == "http://127.0.0.1:8080")
  }
}
