import Foundation
import Testing

/// Left samples of a WAVE file of two channels and 24 bits, by their chunks.
func leftSamples(ofWave path: String) throws -> [Double] {
  let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  func number(_ place: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
  #expect(String(decoding: bytes[..<4], as: UTF8.self) == "RIFF")
  #expect(number(4, 4) == bytes.count - 8)
  var place = 12
  while String(decoding: bytes[place..<place + 4], as: UTF8.self) != "data" {
    if String(decoding: bytes[place..<place + 4], as: UTF8.self) == "fmt " {
      let form: [Int] = [
        number(place + 8, 2), number(place + 10, 2), number(place + 12, 4),
        number(place + 16, 4), number(place + 20, 2), number(place + 22, 2),
      ]
      #expect(form == [1, 2, 48_000, 288_000, 6, 24])
    }
    place += 8 + number(place + 4, 4)
  }
  let length = number(place + 4, 4)
  #expect(place + 8 + length == bytes.count)
  return bytes.words(from: place + 8, by: 6)
}

/// Samples of each channel of a WAVE file of 24 bits.
func samples(ofWave path: String, rate: Int = 48_000) throws -> [[Double]] {
  let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  func number(_ place: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }
  var place = 12
  var channels = 0
  while String(decoding: bytes[place..<place + 4], as: UTF8.self) != "data" {
    if String(decoding: bytes[place..<place + 4], as: UTF8.self) == "fmt " {
      channels = number(place + 10, 2)
      let isExtended = number(place + 8, 2) == 0xFFFE
      #expect(isExtended == (channels > 2))
      if isExtended { #expect(number(place + 28, 4) == (channels == 6 ? 0x3F : 0x63F)) }
      #expect(number(place + 12, 4) == rate && number(place + 22, 2) == 24)
    }
    place += 8 + number(place + 4, 4)
  }
  try #require(channels > 0)
  return (0..<channels).map { bytes.words(from: place + 8 + 3 * $0, by: 3 * channels) }
}

extension [UInt8] {
  /// Numbers of 24 bits as parts of one, by a loop in which debug builds lose little: there are millions.
  fileprivate func words(from start: Int, by step: Int) -> [Double] {
    var words: [Double] = []
    words.reserveCapacity((count - start) / step + 1)
    var place = start
    while place < count {
      let word = Int(self[place]) | Int(self[place + 1]) << 8 | Int(self[place + 2]) << 16
      words.append(Double(word >= 1 << 23 ? word - 1 << 24 : word) / 8_388_608)
      place += step
    }
    return words
  }
}
