/// Codes of languages as containers write them.
///
/// MP4 has ISO 639-2/T (`deu`), Matroska ISO 639-2/B (`ger`) or BCP 47 (`de-AT`), people write either
/// or ISO 639-1 (`de`).
enum Language {
  /// Whether a stream's tag is of the language that a person asks for. A region counts only where
  /// both name one.
  static func matches(_ tag: String?, _ wanted: String) -> Bool {
    guard let tag else { return false }
    let (a, b) = (subtags(tag), subtags(wanted))
    guard let language = a.first, let other = b.first, normal(language) == normal(other) else {
      return false
    }
    return a.count == 1 || b.count == 1 || a.dropFirst() == b.dropFirst()
  }

  private static func subtags(_ code: String) -> [String] {
    code.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
  }

  /// The code of three letters for terminology (ISO 639-2/T) where it is known.
  private static func normal(_ code: String) -> String { threeLetters[code] ?? code }

  /// What the codes of two letters, and the bibliographic ones that differ, stand for.
  private static let threeLetters: [String: String] = {
    var codes: [String: String] = [:]
    for entry in table.split(whereSeparator: \.isWhitespace) {
      let names = entry.split(separator: "=").map(String.init)
      guard let code = names.last else { continue }
      for name in names.dropLast() { codes[name] = code }
    }
    return codes
  }()

  private static let table = """
    af=afr sq=alb=sqi am=amh ar=ara hy=arm=hye as=asm az=aze eu=baq=eus be=bel bn=ben bs=bos
    br=bre bg=bul my=bur=mya ca=cat zh=chi=zho hr=hrv cs=cze=ces da=dan nl=dut=nld en=eng eo=epo
    et=est fo=fao fi=fin fr=fre=fra fy=fry gl=glg ka=geo=kat de=ger=deu el=gre=ell gu=guj ht=hat
    ha=hau he=heb hi=hin hu=hun is=ice=isl ig=ibo id=ind ga=gle it=ita ja=jpn jv=jav kn=kan kk=kaz
    km=khm rw=kin ky=kir ko=kor ku=kur lo=lao la=lat lv=lav lt=lit lb=ltz mk=mac=mkd mg=mlg
    ms=may=msa ml=mal mt=mlt mi=mao=mri mr=mar mn=mon ne=nep no=nor nb=nob nn=nno or=ori pa=pan
    fa=per=fas pl=pol ps=pus pt=por qu=que rm=roh ro=rum=ron ru=rus sa=san sr=srp sd=snd si=sin
    sk=slo=slk sl=slv so=som st=sot es=spa su=sun sw=swa sv=swe tl=tgl ta=tam tt=tat te=tel tg=tgk
    th=tha bo=tib=bod ti=tir tk=tuk tr=tur ug=uig uk=ukr ur=urd uz=uzb vi=vie cy=wel=cym wo=wol
    xh=xho yi=yid yo=yor zu=zul
    """
}
