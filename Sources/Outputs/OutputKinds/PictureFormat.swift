/// All that naming and writing files of single pictures must know of a kind of them.
public struct PictureFormat: OutputFileKind {
  /// A kind of file of a picture, for people.
  public static let noun = "a file of a picture"

  /// One word in lower case.
  public var name: String
  /// What people call it.
  public var title: String
  /// Extensions of names, without a dot, the usual one first; they are this kind's alone.
  public var fileExtensions: [String]
  /// libav's name of the encoder.
  public var encoder: String
  /// libav's name of the format in which pictures are encoded; of full range.
  public var pixelFormat: String
  /// Whether colours are red, green and blue, and not BT.601's luma and chroma.
  public var isRGB: Bool
  /// The encoder's options.
  public var options: [LibraryOption]
  /// The file with our mark, made of what the encoder gives.
  public var marked: @Sendable ([UInt8]) -> [UInt8]
  /// Whether a file has our mark.
  public var isOurs: @Sendable (FileBytes) -> Bool
}
