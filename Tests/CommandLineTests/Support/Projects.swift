/// Projects of the tests, small enough for debug builds.
enum Projects {
  /// Sound that is encoded in a third of the time and less, where it only has to be there.
  static let fastSound = #""audio": { "sampleRate": 16000, "bitRate": "48k" }"#
  static let noSound = #""audio": false"#

  /// One counter of `seconds`, with its beeps, in groups of `gop` frames.
  ///
  /// - Parameter audio: what the output says of its sound.
  static func counter(
    seconds: Int, rate: String = "30", clip: Int = 1, size: String = "320x180", gop: Int = 15,
    audio: String = #""audio": { "bitRate": "192k" }"#
  ) -> String {
    """
    {
      "cutlist": 1,
      "output": {
        "size": "\(size)", "frameRate": "\(rate)",
        "video": { "preset": "ultrafast", "crf": 18, "gop": "\(gop)f" },
        \(audio)
      },
      "media": { "counter": { "generate": "counter", "clip": \(clip) } },
      "tracks": [ { "video": [ { "clip": "counter", "duration": "\(seconds)s" } ] } ]
    }
    """
  }

  /// Colours that dissolve, a tone that fades and ducks, and a title: a bit of everything that
  /// needs no file.
  static let mixed = """
    {
      "cutlist": 1,
      "output": {
        "size": "320x180", "frameRate": "30000/1001",
        "video": { "preset": "ultrafast", "gop": "1s" }
      },
      "media": {
        "counter": { "generate": "counter", "clip": 7 },
        "bars": { "generate": "bars" },
        "red": { "color": "#a02020" },
        "tone": { "generate": "tone", "frequency": 330, "level": 0.2 }
      },
      "tracks": [
        { "id": "voice", "video": [
          { "clip": "counter", "duration": "2.2s" },
          { "transition": "dissolve", "duration": "0.5s" },
          { "clip": "bars", "duration": "1.5s" },
          { "transition": "push", "direction": "up", "duration": "0.4s" },
          { "clip": "red", "duration": "1.1s" }
        ] },
        { "audio": [ { "clip": "tone", "duration": "4.5s", "fadeIn": "1s", "fadeOut": "0.7s" } ],
          "duck": { "under": "voice", "to": 0.3 } },
        { "titles": [
          { "at": "0.5s", "duration": "3s", "text": "Title", "size": 40,
            "position": ["50%", "60%"], "fade": { "in": "0.5s", "out": "0.5s" } }
        ] }
      ]
    }
    """
}
