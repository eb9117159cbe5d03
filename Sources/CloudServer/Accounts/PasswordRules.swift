/// Which passwords are taken: length counts, and not being one that everybody tries first.
///
/// Source: OWASP Application Security Verification Standard 5, 6.2: at least 8 characters, at least 64 accepted, no rule
/// about kinds of characters.
package enum PasswordRules {
  /// Unicode scalars that a password must have.
  package static let least = 8
  /// Unicode scalars that a password may have: far beyond 64, but no caller can make the server hash megabytes.
  package static let most = 1024

  /// A sentence where a password is not taken, else nil.
  package static func objection(to password: String, name: String) -> String? {
    if password.unicodeScalars.count < least {
      return "A password has at least \(least) characters; fifteen or more are better."
    }
    if password.unicodeScalars.count > most { return "A password has at most \(most) characters." }
    if password.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      return "A password has no control characters in it."
    }
    let plain = password.lowercased()
    if plain == name.lowercased() { return "The password is the name of the account." }
    if CommonPasswords.all.contains(plain) {
      return "This password is one of those that are tried first. Choose another."
    }
    return nil
  }
}

/// Passwords that are tried first: those of eight characters and more from the head of the lists that break-ins have
/// made public. A part of such a list, not all of it.
enum CommonPasswords {
  static let all: Set<String> = Set(text.split(separator: " ").map(String.init))

  private static let text = """
    password password1 password12 password123 password1234 password! password1! passw0rd passw0rd1 p@ssw0rd p@ssword \
    p@ssword1 p@ssw0rd1 password01 password2 password3 passwords mypassword newpassword changeme changeme1 changeme123 \
    letmein1 letmein123 letmeinn welcome1 welcome12 welcome123 welcome1! welcome! 12345678 123456789 1234567890 \
    12345678910 0123456789 0987654321 987654321 9876543210 87654321 11111111 111111111 1111111111 00000000 000000000 \
    0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 888888888 99999999 999999999 12341234 \
    12121212 11223344 1122334455 11112222 12344321 123454321 123123123 123321123 123456123 123456abc 1234abcd abcd1234 \
    abc12345 abc123456 abcdefgh abcdefg1 abcdefghi a1234567 a12345678 a123456789 aa123456 aa12345678 asdfghjk asdfghjkl \
    asdf1234 asdfasdf asdfjkl; qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyqwerty qwerasdf \
    qwer1234 qweasdzxc qweqweqwe 1qaz2wsx 1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 qazwsxedc \
    qazwsx123 zaq12wsx zaq1zaq1 zxcvbnm1 zxcvbnm, zxcvbnm123 zxcvbnmm !qaz2wsx 1234qwer 123qweasd 123qwe123 qwe123456 \
    iloveyou iloveyou1 iloveyou2 iloveyou! ilovegod iloveme1 ilovehim ilovemyself loveyou1 lovelove lovers12 sunshine \
    sunshine1 princess princess1 princesa football football1 football12 baseball baseball1 basketball basketbal softball \
    superman superman1 spiderman batman123 starwars starwars1 pokemon1 pokemon123 computer computer1 internet samsung1 \
    michelle jennifer jessica1 charlie1 michael1 nicholas anthony1 matthew1 jonathan patricia elizabeth alexander \
    alexande benjamin danielle stephanie victoria veronica caroline isabella samantha jordan23 michael23 babygirl \
    babygirl1 beautiful butterfly chocolate chocolat cristina cocacola liverpool liverpoo chelsea1 arsenal1 barcelona \
    manchester mercedes corvette mustang1 cheyenne scorpion marlboro metallica slipknot nirvana1 greenday blink182 \
    blink-182 rockstar rockstar1 skateboard skater12 garfield mickey12 minnie12 snoopy12 tinkerbell cookie123 hello123 \
    hellohello hello1234 helloworld whatever whatever1 trustno1 trustnoone dragon12 dragon123 monkey12 monkey123 \
    master12 master123 shadow12 shadow123 secret12 secret123 topsecret internet1 killer12 killer123 freedom1 freedom12 \
    hunter12 hunter22 ranger12 soccer12 soccer123 hockey12 summer12 summer2020 summer2021 summer2022 summer2023 \
    summer2024 summer2025 winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 spring2024 spring2025 \
    autumn2024 autumn2025 january1 february september october1 november december august12 monday12 friday13 nintendo \
    playstation xbox360x minecraft fortnite roblox123 linkedin facebook facebook1 google12 google123 youtube1 myspace1 \
    yahoo123 windows1 windows10 microsoft apple123 admin123 admin1234 admin12345 administrator root1234 rootroot \
    toortoor test1234 testtest test12345 testing1 testing123 user1234 username guest123 guest1234 default1 temp1234 \
    temporary access14 maverick midnight midnight1 moonlight sunflower rainbow1 angel123 angels12 jesus123 jesuschrist \
    jesusislord blessed1 heaven12 forever1 forever21 together number1! number12 computers school12 student1 teacher1 \
    teachers chicken1 cheese12 pumpkin1 peanut12 pepper12 ginger12 buster12 tigger12 bailey12 maggie12 harley12 \
    harleydavidson thunder1 lightning phoenix1 mountain northern southern champion champions victory1 diamond1 diamonds \
    platinum silver12 golden12 yankees1 lakers24 cowboys1 steelers eagles12 patriots redskins redsox04 warriors \
    wolverine gladiator knight12 warrior1 assassin predator terminator godzilla jurassic avengers startrek enterprise \
    matrix12 anything something nothing1 everything security security1 computer12 passpass passwort passwort1 kennwort \
    hallo123 hallo1234 schatz12 ichliebedich geheim12 sommer2024 motdepasse azertyui azertyuiop azerty123 doudou12 \
    contraseña contrasena tequiero teamomucho qwertz123 qwertzui qwertzuiop senha123 password2024 password2025 journal1 \
    journal123 cloudjournal mydiary1 diary123
    """
}
