/// The mark that every page of ours has near its beginning.
public enum HTMLMark {
  public static let text = "<meta name=\"generator\" content=\"cutlist\">"
}
