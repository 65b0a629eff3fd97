import ChunkStorage
import LibAV

extension ContentHash {
  /// The same hash as of the file, read through an open container.
  static func hash(_ input: inout InputFile) throws(LibAVError) -> String {
    var sum = Sum()
    try input.readContent { sum.add($0) }
    return sum.text
  }
}
