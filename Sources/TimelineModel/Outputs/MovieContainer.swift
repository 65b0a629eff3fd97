/// What naming and writing movies must know of a kind of file: one value a container, in a file of
/// its own.
public struct MovieContainer: Hashable, Sendable {
  /// libav's name of what writes it.
  public var name: String
  /// Extensions of files, without a dot, the usual one first; they are this container's alone.
  public var fileExtensions: [String]
  public var videoCodecs: [VideoCodec]
  public var audioCodecs: [AudioCodec]
}
