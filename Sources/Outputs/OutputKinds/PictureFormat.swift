/// All that naming and writing files of single pictures must know of a kind of them.
package struct PictureFormat: OutputFileKind {
  /// A kind of file of a picture, for people.
  package static let noun = "a file of a picture"

  /// One word in lower case.
  package var name: String
  /// What people call it.
  package var title: String
  /// Extensions of names, without a dot, the usual one first; they are this kind's alone.
  package var fileExtensions: [String]
  /// libav's name of the encoder.
  package var encoder: String
  /// libav's name of the format in which pictures are encoded; of full range.
  package var pixelFormat: String
  /// The same of pictures with straight alpha; `nil` where there are none.
  package var alphaPixelFormat: String?
  /// Whether colours are red, green and blue, and not BT.601's luma and chroma.
  package var isRGB: Bool
  /// The encoder's options.
  package var options: [LibraryOption]
  /// The file with our mark, made of what the encoder gives.
  package var marked: @Sendable ([UInt8]) -> [UInt8]
  /// Whether a file has our mark.
  package var isOurs: @Sendable (FileBytes) -> Bool
}
