package import LibAV

extension RecordWriter {
  package mutating func add(_ tags: ColourTags) {
    for code in tags.codes { add(Int64(code)) }
  }
}

extension RecordReader {
  package mutating func colour() throws(DamagedRecord) -> ColourTags {
    var codes: [Int32] = []
    for _ in 0..<5 { codes.append(Int32(try int(in: 0...255))) }
    guard let tags = ColourTags(codes: codes) else { throw DamagedRecord() }
    return tags
  }
}
