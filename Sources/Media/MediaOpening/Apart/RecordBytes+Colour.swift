package import LibAV

extension RecordWriter {
  package mutating func add(_ tags: ColorTags) {
    for code in tags.codes { add(Int64(code)) }
  }
}

extension RecordReader {
  package mutating func colour() throws(DamagedRecord) -> ColorTags {
    var codes: [Int32] = []
    for _ in 0..<5 { codes.append(Int32(try int(in: 0...255))) }
    guard let tags = ColorTags(codes: codes) else { throw DamagedRecord() }
    return tags
  }
}
