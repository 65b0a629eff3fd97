import BaseValues
import Raster

extension ContentHash {
  /// 16 hexadecimal digits.
  package static func digits(_ hash: UInt64) -> String { ImageHash(value: hash).description }

  /// XXH64 of a text.
  package static func digits(of text: String) -> String {
    var hash = XXH64()
    hash.update(Array(text.utf8).span)
    return digits(hash.finalize())
  }

  /// Of numbered pictures: their numbers and the hashes of their contents.
  package static func of(
    pictures: some Sequence<(number: Int, contentHash: String)>
  ) -> String {
    var hash = XXH64()
    for picture in pictures {
      hash.update(Array("\(picture.number):\(picture.contentHash)\n".utf8).span)
    }
    return "sequence:" + digits(hash.finalize())
  }
}
