/// Certificates of a server that lives for the length of a test, good until 2120; they protect nothing.
enum TestCertificates {
  /// Has signed the others.
  static let authority = """
    -----BEGIN CERTIFICATE-----
    MIIBYzCCAQmgAwIBAgIUGuZ10/x7puMevuoy4tcv5/Pn4qUwCgYIKoZIzj0EAwIw
    JjEkMCIGA1UEAwwbQ2xvdWRKb3VybmFsIHRlc3QgYXV0aG9yaXR5MCAXDTIwMDEw
    MTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAmMSQwIgYDVQQDDBtDbG91ZEpvdXJu
    YWwgdGVzdCBhdXRob3JpdHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASdygyO
    2iCmVRlWkgeDg8fHHgeAcDP58I4QvdppCQotcjifUmD88wI7DFaSZGVE/YgxuojZ
    03ktW+BJ/8AOQR4woxMwETAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gA
    MEUCIDXJGu3mDSWa5on67dfGvAxcrRqqGnd5E9BOFr2F//kBAiEA1xzw+dBGvPZv
    CuYc1MJSrXIV47tY76NmKtEWrRkJpC8=
    -----END CERTIFICATE-----
    """

  /// For `localhost` and 127.0.0.1.
  static let local = """
    -----BEGIN CERTIFICATE-----
    MIIBajCCARCgAwIBAgIUGFdUUZhkfkiqaM03VJpMC2fT54MwCgYIKoZIzj0EAwIw
    JjEkMCIGA1UEAwwbQ2xvdWRKb3VybmFsIHRlc3QgYXV0aG9yaXR5MCAXDTIwMDEw
    MTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3Qw
    WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATVxioijuj1s48q/k6ENwB9Ra7IkwUr
    +IZaZxXnviSj8TpMaAU3Am5s7f1teCO+eceRXAeDC8usqxiT3r83eYUeoywwKjAM
    BgNVHRMBAf8EAjAAMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAKBggqhkjO
    PQQDAgNIADBFAiEAi3RXyztYRg6GzHRQ13DyHh21suu5dr7BaYIdXYlRQXICIGPi
    1zBOZeCWXdNVa/cNwvCiLhaZzCVaye2rxgA9dOPi
    -----END CERTIFICATE-----
    """

  /// For another host.
  static let stranger = """
    -----BEGIN CERTIFICATE-----
    MIIBdDCCARqgAwIBAgIUejM6/qSNTqlYuVv7gfg1xk99OY4wCgYIKoZIzj0EAwIw
    JjEkMCIGA1UEAwwbQ2xvdWRKb3VybmFsIHRlc3QgYXV0aG9yaXR5MCAXDTIwMDEw
    MTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAcMRowGAYDVQQDDBFvdGhlci5leGFt
    cGxlLm9yZzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNXGKiKO6PWzjyr+ToQ3
    AH1FrsiTBSv4hlpnFee+JKPxOkxoBTcCbmzt/W14I755x5FcB4MLy6yrGJPevzd5
    hR6jLjAsMAwGA1UdEwEB/wQCMAAwHAYDVR0RBBUwE4IRb3RoZXIuZXhhbXBsZS5v
    cmcwCgYIKoZIzj0EAwIDSAAwRQIhAPlUahmcE9quDTVIRSzZ31yp8lDmAkVtUzzh
    4aVtxqEVAiB0/at/0CWT4V3iaTyh+0pS8ypciWN0hBuJ1Bm+wSLgfA==
    -----END CERTIFICATE-----
    """

  /// For `localhost`, until February 2020.
  static let expired = """
    -----BEGIN CERTIFICATE-----
    MIIBZzCCAQ6gAwIBAgIUWmUAbpTd4Xa0B6NbODZhOS7rRvwwCgYIKoZIzj0EAwIw
    JjEkMCIGA1UEAwwbQ2xvdWRKb3VybmFsIHRlc3QgYXV0aG9yaXR5MB4XDTIwMDEw
    MTAwMDAwMFoXDTIwMDIwMTAwMDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkw
    EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE1cYqIo7o9bOPKv5OhDcAfUWuyJMFK/iG
    WmcV574ko/E6TGgFNwJubO39bXgjvnnHkVwHgwvLrKsYk96/N3mFHqMsMCowDAYD
    VR0TAQH/BAIwADAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZIzj0E
    AwIDRwAwRAIgIR0RK9Qzap99/allMXLLdpT8guf0GS93h08NRmStzkkCIA8oOlhO
    wMqXVv0Jm/AW56KHI5CRDf5xpQhpX//TYMG7
    -----END CERTIFICATE-----
    """

  /// The key of all but the authority.
  static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTjCbPcwdMMGpS0PA
    BS8d3aUQjp3JDRjcG2wjb2VItWyhRANCAATVxioijuj1s48q/k6ENwB9Ra7IkwUr
    +IZaZxXnviSj8TpMaAU3Am5s7f1teCO+eceRXAeDC8usqxiT3r83eYUe
    -----END PRIVATE KEY-----
    """

  /// Of the key.
  static let pin = "sha256/W2beQ+vo5W+IM6/JiH7IPIY3xwdUvOI7Z5nKVe5Pl68="
}
