/// The letters that Unicode composes of a base letter and marks.
enum Diacritics {
  /// The letter without its marks, or the scalar itself.
  static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    bases[scalar] ?? scalar
  }

  /// The base letters by composed letter.
  private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
    var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
    for line in letters {
      var base: Unicode.Scalar?
      for scalar in line.unicodeScalars {
        if scalar == " " {
          base = nil
        } else if let base {
          bases[scalar] = base
        } else {
          base = scalar
        }
      }
    }
    return bases
  }()

  /// Groups of a base letter and all letters that are composed of it and of marks without width, from
  /// the canonical decompositions of Unicode 14.
  ///
  /// The standard library compares by these decompositions but does not give them out.
  private static let letters: [String] = [
    "AÀÁÂÃÄÅĀĂĄǍǞǠǺȀȂȦḀẠẢẤẦẨẪẬẮẰẲẴẶÅ BḂḄḆ CÇĆĈĊČḈ DĎḊḌḎḐḒ EÈÉÊËĒĔĖĘĚȄȆȨḔḖḘḚḜẸẺẼẾỀỂỄỆ",
    "FḞ GĜĞĠĢǦǴḠ HĤȞḢḤḦḨḪ IÌÍÎÏĨĪĬĮİǏȈȊḬḮỈỊ JĴ KĶǨḰḲḴ LĹĻĽḶḸḺḼ MḾṀṂ NÑŃŅŇǸṄṆṈṊ",
    "OÒÓÔÕÖŌŎŐƠǑǪǬȌȎȪȬȮȰṌṎṐṒỌỎỐỒỔỖỘỚỜỞỠỢ PṔṖ RŔŖŘȐȒṘṚṜṞ SŚŜŞŠȘṠṢṤṦṨ TŢŤȚṪṬṮṰ",
    "UÙÚÛÜŨŪŬŮŰŲƯǓǕǗǙǛȔȖṲṴṶṸṺỤỦỨỪỬỮỰ VṼṾ WŴẀẂẄẆẈ XẊẌ YÝŶŸȲẎỲỴỶỸ ZŹŻŽẐẒẔ",
    "aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ bḃḅḇ cçćĉċčḉ dďḋḍḏḑḓ eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ",
    "fḟ gĝğġģǧǵḡ hĥȟḣḥḧḩḫẖ iìíîïĩīĭįǐȉȋḭḯỉị jĵǰ kķǩḱḳḵ lĺļľḷḹḻḽ mḿṁṃ nñńņňǹṅṇṉṋ",
    "oòóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ pṕṗ rŕŗřȑȓṙṛṝṟ sśŝşšșṡṣṥṧṩ tţťțṫṭṯṱẗ",
    "uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự vṽṿ wŵẁẃẅẇẉẘ xẋẍ yýÿŷȳẏẙỳỵỷỹ zźżžẑẓẕ ÆǢǼ ØǾ æǣǽ",
    "øǿ ſẛ ƷǮ ʒǯ ΑΆἈἉἊἋἌἍἎἏᾈᾉᾊᾋᾌᾍᾎᾏᾸᾹᾺΆᾼ ΕΈἘἙἚἛἜἝῈΈ ΗΉἨἩἪἫἬἭἮἯᾘᾙᾚᾛᾜᾝᾞᾟῊΉῌ",
    "ΙΊΪἸἹἺἻἼἽἾἿῘῙῚΊ ΟΌὈὉὊὋὌὍῸΌ ΡῬ ΥΎΫὙὛὝὟῨῩῪΎ ΩΏὨὩὪὫὬὭὮὯᾨᾩᾪᾫᾬᾭᾮᾯῺΏῼ",
    "αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ εέἐἑἒἓἔἕὲέ ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ",
    "ιΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ οόὀὁὂὃὄὅὸό ρῤῥ υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ",
    "ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ ϒϓϔ ІЇ АӐӒ ГЃ ЕЀЁӖ ЖӁӜ ЗӞ ИЍЙӢӤ КЌ ОӦ УЎӮӰӲ ЧӴ ЫӸ ЭӬ",
    "аӑӓ гѓ еѐёӗ жӂӝ зӟ ийѝӣӥ кќ оӧ уўӯӱӳ чӵ ыӹ эӭ ії ѴѶ ѵѷ ӘӚ әӛ ӨӪ өӫ אאַאָאּ בבּבֿ גגּ",
    "דדּ ההּ ווּוֹ זזּ טטּ ייִיּ ךךּ ככּכֿ ללּ ממּ ננּ ססּ ףףּ פפּפֿ צצּ קקּ ררּ ששׁשׂשּׁשּׂשּ תתּ ײײַ اآأإ وؤ يئ",
    "ہۂ ےۓ ەۀ कक़ खख़ गग़ जज़ डड़ ढढ़ नऩ फफ़ यय़ रऱ ळऴ ডড় ঢঢ় যয় ਖਖ਼ ਗਗ਼ ਜਜ਼ ਫਫ਼ ਲਲ਼ ਸਸ਼ ଡଡ଼ ଢଢ଼ ཀཀྵ གགྷ",
    "ཌཌྷ དདྷ བབྷ ཛཛྷ ဥဦ うゔ かが きぎ くぐ けげ こご さざ しじ すず せぜ そぞ ただ ちぢ つづ てで とど はばぱ ひびぴ ふぶぷ へべぺ",
    "ほぼぽ ゝゞ ウヴ カガ キギ クグ ケゲ コゴ サザ シジ スズ セゼ ソゾ タダ チヂ ツヅ テデ トド ハバパ ヒビピ フブプ ヘベペ ホボポ ワヷ ヰヸ",
    "ヱヹ ヲヺ ヽヾ 𑂙𑂚 𑂛𑂜 𑂥𑂫",
  ]
}
