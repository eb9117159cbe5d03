/// The looks that come with the program; `ink` and `paper` are its own.
///
/// Solarized is by Ethan Schoonover, Gruvbox by Pavel Pertsev, Nord by Sven Greb, Catppuccin and Rosé Pine by their projects; where a
/// colour of theirs was hard to read on its background, its lightness is moved until it has a contrast of 4.5 : 1 (categories 3 : 1).
extension Tokens {
  /// All of them, each dark one before its light one.
  package static let shipped: [Tokens] = [
    ink, paper, solarizedDark, solarizedLight, gruvboxDark, gruvboxLight, nord, nordLight, catppuccinMocha,
    catppuccinLatte, rosePine, rosePineDawn,
  ]

  /// The program's own on a dark page: light warm grey, accents of copper.
  package static let ink = Tokens(
    "Ink", "ink", isDark: true,
    [
      0x14161C_E9, 0x0F1116_E8, 0x1F232D_EB, 0x1B1F28_EA, 0x29303E_EC, 0x2C323E_EC, 0xD8D4CA_BC, 0xF6F1E5_FF,
      0xA6A49B_F8, 0x898990_F6, 0xE8B07A_B4, 0x1A140D_E9, 0x9CC48A_72, 0xE5C567_BA, 0xEE8B84_D2, 0xE5C567_BA,
      0x16130A_E9, 0x272E2C_EC, 0x32272B_EB, 0xFF9F5A_D7, 0xE8CC6A_BA, 0xA6A9AE_F8, 0x7FB0E6_6E, 0xC6A0E6_93,
      0xF0756E_CB, 0xF29D4B_D7, 0xE5C35A_B9, 0x86C16E_6B, 0x5FBFAE_49, 0x6FA8F0_4B, 0xA894F2_8D, 0xEA84B4_AF,
      0xBF9A73_90, 0xA0A3AA_F7,
    ])

  /// The program's own on a light page: black on cream, accents of blue.
  package static let paper = Tokens(
    "Paper", "paper", isDark: false,
    [
      0xFAF6EC_FF, 0xF1EBDD_FE, 0xFFFDF7_E7, 0xF1EADB_FD, 0xE5DCC6_BB, 0xDAD0BB_BB, 0x2C2A26_EB, 0x100F0D_E9,
      0x5A564D_F0, 0x6C675B_F1, 0x274F8C_18, 0xFFFDF7_E7, 0x3B6A2B_3A, 0x855400_5E, 0xA52D25_7C, 0xFBE08A_DE,
      0x16130A_E9, 0xD6DCC8_FD, 0xF0D6CB_E0, 0xB04A0A_5E, 0x7E6000_3A, 0x66625A_F1, 0x2760A8_19, 0x7B429E_5B,
      0xC43A32_A0, 0xBE6410_82, 0x9A7400_64, 0x4B8536_40, 0x1F7F74_1E, 0x2F66B5_19, 0x6A4FB8_3D, 0xB23E78_84,
      0x8A6239_5E, 0x75716A_F3,
    ])

  /// Solarized Dark: dark, in the hues of its author.
  package static let solarizedDark = Tokens(
    "Solarized Dark", "solarized-dark", isDark: true,
    [
      0x002B36_EB, 0x001E27_EA, 0x073642_ED, 0x073642_EC, 0x153E49_EE, 0x073642_EC, 0x98A6A6_F9, 0xEEE8D5_FE,
      0x8A9C9E_6D, 0x859CA4_6D, 0x3F9FE8_27, 0x002B36_EB, 0x8EA219_6B, 0xBF921A_8F, 0xFF675C_D1, 0xB58900_88,
      0x16130A_E9, 0x183D39_ED, 0x32383E_ED, 0xF57243_D1, 0xBF921A_8F, 0x93A1A1_F8, 0x3F9FE8_27, 0x8A91E7_6F,
      0xEC443D_C4, 0xDB5A29_A6, 0xB58900_88, 0x859900_64, 0x2AA198_25, 0x268BD2_20, 0x767CD0_44, 0xE3468F_A8,
      0xDB5A29_A6, 0x6F868D_42,
    ])

  /// Solarized Light: light, in the hues of its author.
  package static let solarizedLight = Tokens(
    "Solarized Light", "solarized-light", isDark: false,
    [
      0xFDF6E3_E6, 0xEEE8D5_FE, 0xFFFBF0_E7, 0xEEE8D5_FF, 0xE3DFCF_FD, 0xD2D2C5_FC, 0x50656C_3B, 0x073642_EC,
      0x576C74_F1, 0x5E6B6B_F1, 0x006CB1_19, 0xFDF6E3_E6, 0x5E7000_3A, 0x8B6000_5E, 0xCC1D20_7C, 0xF3DE8A_DE,
      0x16130A_E9, 0xDEDDBE_BB, 0xFAD7C4_E0, 0xBB3C00_7C, 0x8B6000_5E, 0x556B72_F1, 0x006CB1_19, 0x5B5FB0_3C,
      0xDC322F_A0, 0xCB4B16_A6, 0xA27700_88, 0x748600_40, 0x008E86_1E, 0x1A83CA_20, 0x6C71C4_3D, 0xD33682_A2,
      0xCB4B16_A6, 0x718284_F4,
    ])

  /// Gruvbox Dark: dark, in the hues of its author.
  package static let gruvboxDark = Tokens(
    "Gruvbox Dark", "gruvbox-dark", isDark: true,
    [
      0x282828_EB, 0x1D2021_EA, 0x3C3836_ED, 0x32302F_EC, 0x504945_EF, 0x3C3836_ED, 0xEBDBB2_DF, 0xFBF1C7_E6,
      0xBDAE93_90, 0xB0A18C_F8, 0xFABD2F_D6, 0x1D2021_EA, 0xB8BB26_8E, 0xFE8019_D0, 0xFF7960_D1, 0xFABD2F_D6,
      0x16130A_E9, 0x3C3D2E_ED, 0x473531_ED, 0xFE8019_D0, 0xFABD2F_D6, 0xB0A18C_F8, 0x88AA9D_6D, 0xDA8CA1_D3,
      0xFF644D_CB, 0xFE8019_D0, 0xFABD2F_D6, 0xB8BB26_8E, 0x8EC07C_6B, 0x83A598_6D, 0xD3869B_AF, 0xD3869B_AF,
      0xEF7330_CA, 0xA49586_F6,
    ])

  /// Gruvbox Light: light, in the hues of its author.
  package static let gruvboxLight = Tokens(
    "Gruvbox Light", "gruvbox-light", isDark: false,
    [
      0xFBF1C7_E6, 0xF2E5BC_BB, 0xF9F5D7_FF, 0xF2E5BC_DF, 0xEBDBB2_DE, 0xD5C4A1_BB, 0x3C3836_ED, 0x282828_EB,
      0x665C54_F0, 0x706459_F0, 0x076678_18, 0xFBF1C7_E6, 0x6D6800_3A, 0xAF3A03_7C, 0x9D0006_7C, 0xFABD2F_D6,
      0x16130A_E9, 0xE0D7A6_BB, 0xF0CFA8_DF, 0xAF3A03_7C, 0x955800_3A, 0x706459_F0, 0x076678_18, 0x8F3F71_7D,
      0x9D0006_7C, 0xAF3A03_7C, 0xAD6E01_82, 0x79740E_5E, 0x427B58_1D, 0x076678_18, 0x8F3F71_60, 0x8F3F71_60,
      0xCF5700_A6, 0x897A6B_F4,
    ])

  /// Nord: dark, in the hues of its author.
  package static let nord = Tokens(
    "Nord", "nord", isDark: true,
    [
      0x2E3440_EC, 0x242933_EB, 0x3B4252_ED, 0x3B4252_EE, 0x434C5E_EF, 0x3B4252_EE, 0xD8DEE9_FD, 0xECEFF4_FF,
      0xABB3C1_F9, 0xA3AFC6_92, 0x88C0D0_6E, 0x2E3440_EC, 0xA3BE8C_90, 0xEBCB8B_BA, 0xF6929A_D2, 0xEBCB8B_BA,
      0x16130A_E9, 0x3F484C_EE, 0x4C434E_EE, 0xE89D85_B4, 0xEBCB8B_BA, 0xABB3C1_F9, 0x90B1D1_6E, 0xC9A2C2_B6,
      0xDE7C84_AE, 0xD08770_AD, 0xEBCB8B_BA, 0xA3BE8C_90, 0x8FBCBB_6D, 0x789CC9_4A, 0xB48EAD_8B, 0xB48EAD_8B,
      0xD08770_AD, 0x8E99AF_F6,
    ])

  /// Nord Light: light, in the hues of its author.
  package static let nordLight = Tokens(
    "Nord Light", "nord-light", isDark: false,
    [
      0xECEFF4_FF, 0xE5E9F0_FE, 0xF8FAFC_E7, 0xE5E9F0_FD, 0xD8DEE9_BC, 0xD8DEE9_FD, 0x2E3440_EC, 0x181C24_EA,
      0x4C566A_F0, 0x4C566A_F0, 0x496B95_3C, 0xECEFF4_FF, 0x587042_3A, 0x9A5641_5E, 0xA64B55_7D, 0xEBCB8B_BA,
      0x16130A_E9, 0xD0D7D2_BC, 0xE3D4D9_BC, 0x9A5641_5E, 0x816423_3A, 0x4C566A_F0, 0x496B95_3C, 0x815E7B_F1,
      0xBF616A_83, 0xB26C56_83, 0x96793A_65, 0x6C8555_41, 0x598484_42, 0x5D80AA_43, 0x967290_60, 0x967290_60,
      0xB26C56_83, 0x4C566A_F0,
    ])

  /// Catppuccin Mocha: dark, in the hues of its author.
  package static let catppuccinMocha = Tokens(
    "Catppuccin Mocha", "catppuccin-mocha", isDark: true,
    [
      0x1E1E2E_EA, 0x181825_E9, 0x313244_ED, 0x292A3B_EC, 0x45475A_EE, 0x313244_EC, 0xCDD6F4_BD, 0xDEE4F8_FE,
      0xA6ADC8_92, 0x959BB3_F8, 0xCBA6F7_B7, 0x1E1E2E_EA, 0xA6E3A1_96, 0xF9E2AF_DF, 0xF38BA8_D3, 0xF9E2AF_DF,
      0x16130A_E9, 0x313940_ED, 0x3C2E40_EC, 0xFAB387_D8, 0xF9E2AF_DF, 0x959BB4_F8, 0x89B4FA_6F, 0xCBA6F7_B7,
      0xF38BA8_D3, 0xFAB387_D8, 0xF9E2AF_DF, 0xA6E3A1_96, 0x94E2D5_74, 0x89B4FA_6F, 0xCBA6F7_B7, 0xF5C2E7_DA,
      0xEBA0AC_B5, 0x8E93AC_F6,
    ])

  /// Catppuccin Latte: light, in the hues of its author.
  package static let catppuccinLatte = Tokens(
    "Catppuccin Latte", "catppuccin-latte", isDark: false,
    [
      0xEFF1F5_FF, 0xE6E9EF_FE, 0xF7F8FA_E7, 0xE6E9EF_FD, 0xCCD0DA_FC, 0xCCD0DA_FC, 0x4C4F69_EF, 0x272837_EB,
      0x65687E_3C, 0x65687B_3C, 0x8737ED_5D, 0xEFF1F5_FF, 0x0C7900_16, 0xA25500_5E, 0xD00A38_7C, 0xF0C987_DE,
      0x16130A_E9, 0xCADCCD_BC, 0xF0D3D5_E0, 0xC62C00_7C, 0xA25500_5E, 0x65687B_3C, 0x135CEA_1A, 0x8737ED_5D,
      0xD20F39_A0, 0xD53C00_A0, 0xAF6100_82, 0x218500_1C, 0x008188_1E, 0x1E66F5_1B, 0x8839EF_5D, 0xB8489D_85,
      0xD63446_A0, 0x707384_F3,
    ])

  /// Rosé Pine: dark, in the hues of its author.
  package static let rosePine = Tokens(
    "Rosé Pine", "rose-pine", isDark: true,
    [
      0x191724_EA, 0x11101A_E9, 0x26233A_EC, 0x1F1D2E_EB, 0x403D52_EE, 0x26233A_EB, 0xE0DEF4_BD, 0xEBE9F8_FF,
      0x908CAA_F7, 0x8D89A6_F7, 0xEBBCBA_D9, 0x191724_EA, 0x9CCFD8_74, 0xF6C177_D7, 0xEB6F92_CC, 0xF6C177_D7,
      0x16130A_E9, 0x2C303D_EC, 0x362534_EC, 0xEBBCBA_D9, 0xF6C177_D7, 0x908CAA_F7, 0x9CCFD8_74, 0xC4A7E7_93,
      0xEB6F92_CC, 0xEBBCBA_D9, 0xF6C177_D7, 0x9CCFD8_74, 0x5092AE_43, 0x5092AE_43, 0xC4A7E7_93, 0xEB6F92_CC,
      0xF6C177_D7, 0x8B87A5_67,
    ])

  /// Rosé Pine Dawn: light, in the hues of its author.
  package static let rosePineDawn = Tokens(
    "Rosé Pine Dawn", "rose-pine-dawn", isDark: false,
    [
      0xFAF4ED_FF, 0xF2E9E1_FE, 0xFFFAF3_E6, 0xF4EDE8_E7, 0xDFDAD9_FD, 0xDFDAD9_FD, 0x575279_F0, 0x2D2A41_EC,
      0x696582_3C, 0x6C6778_F1, 0x286983_18, 0xFAF4ED_FF, 0x286983_18, 0xA05800_5E, 0xA05169_7D, 0xF5D3A0_DF,
      0x16130A_E9, 0xD4DADA_BC, 0xEDD9D7_E0, 0xA25250_5E, 0xA05800_3A, 0x696582_3C, 0x33727C_F1, 0x77618F_3B,
      0xB4637A_84, 0xB76562_83, 0xB36A00_82, 0x478590_42, 0x286983_18, 0x286983_18, 0x8873A1_60, 0xB4637A_84,
      0xB36A00_82, 0x7E7A8B_F4,
    ])
}
