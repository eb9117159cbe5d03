import CloudRecord
import Testing

@testable import CloudClient

@Suite("Addresses")
struct AddressTests {
  @Test(
    "what is reached and how",
    arguments: [
      ("https://Journal.Example.org/", "https://journal.example.org", "journal.example.org"),
      ("https://journal.example.org:8443/cj//", "https://journal.example.org:8443/cj", "journal.example.org:8443"),
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "127.0.0.1:8080"),
      ("http://[::1]:80/", "http://[::1]", "[::1]"),
      ("HTTPS://a.example:443?x=1", "https://a.example", "a.example"),
    ])
  func parts(text: String, base: String, name: String) throws {
    let address = try HTTPAddress(text)
    #expect(address.base == base)
    #expect(address.name == name)
    #expect(address.text == text)
  }

  @Test(
    "what is not taken",
    arguments: [
      "", "journal.example.org", "ftp://a.example", "http://journal.example.org", "http://127.0.0.1.example.org",
      "http://127.evil", "https://", "https://:443", "https://a b", "https://a.example:0", "https://a.example:70000",
      "https://a.example:+1", "https://ada:secret@a.example", "https://[::1", "https://[evil]", "https://a..example",
      "https://\u{e9}.example", "https://a\r\nHost: b", "http://localhost.evil.org", "http://0x7f.0.0.1",
    ])
  func refused(text: String) {
    #expect(throws: AddressRefusal.self) { try HTTPAddress(text) }
  }

  @Test("a service on the net leads to nothing without encryption, nor to this computer's plain services")
  func following() throws {
    let service = try HTTPAddress("https://journal.example.org")
    #expect(throws: AddressRefusal.self) { try service.following("http://127.0.0.1:631/jobs") }
    #expect(try service.following("https://journal.example.org/x?y=%2B").text.hasSuffix("%2B"))
    #expect(try HTTPAddress("http://localhost:1").following("http://127.0.0.1:2/x").port == 2)
  }

  /// Else a service would decide which hosts of a person's network are asked.
  @Test(
    "a service names itself, what it named at the sign-in, and nobody else",
    arguments: [
      ("https://journal.example.org", "https://files.example.org/x", false),
      ("https://journal.example.org", "https://journal.example.org:8443/x", false),
      ("https://journal.example.org", "https://base.example.org/x", true),
      ("https://journal.example.org", "https://192.168.0.1/x", false),
      ("https://journal.example.org", "https://cvws.icloud-content.com/x", false),
      ("https://api.apple-cloudkit.com", "https://cvws.icloud-content.com/x", true),
      ("https://api.apple-cloudkit.com", "https://p52-sharedstreams.icloud.com:4443/x", false),
      ("https://api.apple-cloudkit.com", "https://evil-icloud-content.com/x", false),
      ("https://api.apple-cloudkit.com", "https://icloud-content.com.evil.org/x", false),
      ("http://localhost:8080", "https://base.example.org/x", false),
      ("http://localhost:8080", "https://elsewhere.example.org/x", false),
    ])
  func whoIsFollowed(service: String, named: String, isFollowed: Bool) throws {
    let service = try HTTPAddress(service)
    let known = try HTTPAddress("https://base.example.org")
    if isFollowed {
      #expect(try service.following(named, known: known).text == named)
    } else {
      #expect(throws: AddressRefusal.self) { try service.following(named, known: known) }
    }
  }

  @Test("a page to sign in on that is elsewhere is named as the address to give")
  func page() throws {
    let service = try HTTPAddress("https://127.0.0.1:8443")
    #expect(try service.page("https://127.0.0.1:8443/code").path == "/code")
    let elsewhere = #expect(throws: CloudFailure.self) { try service.page("https://journal.home.arpa:8443/code") }
    #expect(
      elsewhere?.reason
        == "the server at 127.0.0.1:8443 has its page for signing in at https://journal.home.arpa:8443: give that "
        + "address as the server’s")
    let broken = #expect(throws: CloudFailure.self) { try service.page("ftp://127.0.0.1") }
    #expect(broken?.reason.hasPrefix("the page for signing in cannot be used: ") == true)
  }

  @Test("dates of HTTP and of certificates")
  func dates() {
    #expect(HTTPDate.seconds(of: "Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
    #expect(HTTPDate.seconds(of: "Sunday, 06-Nov-94 08:49:37 GMT") == nil)
    #expect(HTTPDate.seconds(of: "Sun, 06 Nov 1994 25:49:37 GMT") == nil)
    #expect(HTTPDate.day(ofSeconds: 784_111_777) == "1994-11-06")
    #expect(HTTPDate.day(ofSeconds: -1) == "1969-12-31")
    #expect(HTTPDate.day(ofSeconds: 951_782_400) == "2000-02-29")
  }
}

@Suite("Proxies and pins")
struct ProxyTests {
  private let service: HTTPAddress

  init() throws { service = try HTTPAddress("https://journal.example.org") }

  @Test(
    "by the environment, as curl has it",
    arguments: [
      (["HTTPS_PROXY": "http://proxy.example:8080"], "proxy.example:8080"),
      (["https_proxy": "low:1", "HTTPS_PROXY": "high:2"], "low:1"),
      (["ALL_PROXY": "socks5://s.example"], "s.example:1080"), (["HTTPS_PROXY": ""], nil),
      (["HTTPS_PROXY": "p:1", "NO_PROXY": "example.org"], nil),
      (["HTTPS_PROXY": "p:1", "NO_PROXY": "a, .example.org"], nil), (["HTTPS_PROXY": "p:1", "no_proxy": "*"], nil),
      (["HTTPS_PROXY": "p:1", "NO_PROXY": "ple.org,journal.example.org:8443"], "p:1"), ([:], nil),
    ])
  func environment(values: [String: String], expected: String?) throws {
    let proxy = try ProxySetting.from(environment: values, for: service)
    #expect(proxy.map { "\($0.host):\($0.port)" } == expected)
  }

  @Test(
    "a port is what its digits say",
    arguments: [
      ("p:0080", 80), ("p:80", 80), ("p:443", 443), ("p", 3128), ("[::1]:0443", 443), ("[::1]", 3128),
      ("socks5://p:01080", 1080), ("socks5://[::80]", 1080), ("http://ada:x@p:0008/", 8),
    ])
  func ports(text: String, port: Int) throws {
    #expect(try ProxySetting(text).port == port)
  }

  @Test("this computer is reached without one")
  func loopback() throws {
    #expect(
      try ProxySetting.from(environment: ["HTTPS_PROXY": "p:1"], for: HTTPAddress("http://localhost:8080")) == nil)
  }

  @Test("names and passwords are decoded, and what cannot be is named")
  func credentials() throws {
    let proxy = try ProxySetting("http://ada:p%40ss@p.example:3128/")
    #expect(proxy.credentials?.name == "ada")
    #expect(proxy.credentials?.password == "p@ss")
    #expect(throws: AddressRefusal.self) { try ProxySetting("https://p.example") }
    #expect(throws: AddressRefusal.self) { try ProxySetting("http://%zz:x@p.example") }
    #expect(throws: AddressRefusal.self) {
      try ProxySetting.from(environment: ["HTTPS_PROXY": "http://:"], for: self.service)
    }
  }

  @Test("a pin is 32 bytes in base64", arguments: ["sha256/", "sha1/AAAA", "sha256/AAAA", TestCertificates.pin + "="])
  func pins(text: String) throws {
    #expect(throws: AddressRefusal.self) { try KeyPin(text) }
    #expect(try KeyPin(TestCertificates.pin).description == TestCertificates.pin)
  }
}
