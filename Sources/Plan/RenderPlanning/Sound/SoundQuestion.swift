internal import AudioMixing
package import Diagnostics
internal import BaseValues
package import PlanModel
internal import TimelineModel

/// What a plan of sound depends on and only listening tells.
package struct SoundQuestion: Sendable {
  /// What is asked of the sound.
  package enum Kind: Hashable, Sendable {
    /// Where somebody speaks.
    case speech
    /// How loud it is as a whole.
    case loudness
  }

  /// What is asked.
  package var kind: Kind
  /// The sound of one clip, as the movie has it but for gains, fades and ducks, with nothing beside it.
  package var sound: AudioPlan
  /// The samples of the movie in which it is heard.
  package var samples: Range<Int64>
  /// The clip as messages call it.
  package var clip: String
  /// Where the project asks for it.
  package var range: SourceRange
  /// The loudness that is wanted, in hundredths of LUFS; `nil` where speech is asked for.
  package var target: Int?

  /// Hundredths of decibels by which a clip is raised at most: what is that quiet is noise.
  package static let mostLeveling = 4000
}

/// What listening to the sound of a question told.
package enum SoundAnswer: Hashable, Sendable {
  /// Stretches of movie samples in which somebody speaks, in order.
  case speech([Range<Int64>])
  /// Integrated loudness in hundredths of LUFS; `nil` where the sound is too short or too quiet for one.
  case loudness(Int?)
}

/// Asks the questions of a plan, and gives the answers that are there.
struct SoundInquiry {
  private(set) var questions: [SoundQuestion] = []
  /// In the order of the questions, which is the same whenever the same edit is planned.
  private let answers: [SoundAnswer]
  /// The questions of mixes before this one, by their places.
  private var known: [Known: Int] = [:]
  /// Of sound that is only listened to nothing is asked.
  private let isMute: Bool

  init(answers: [SoundAnswer]) {
    self.answers = answers
    isMute = false
  }

  private init() {
    answers = []
    isMute = true
  }

  /// What makes two questions the same.
  private struct Known: Hashable {
    var kind: SoundQuestion.Kind
    var sound: AudioPlan
    var samples: Range<Int64>
  }

  /// Begins with another track of sound: what was asked for those before it is not asked again.
  mutating func beginMix() {
    for (place, question) in questions.enumerated() {
      let key = Known(kind: question.kind, sound: question.sound, samples: question.samples)
      if known[key] == nil { known[key] = place }
    }
  }

  /// Asks nothing.
  static var none: SoundInquiry { SoundInquiry() }

  var asks: Bool { !isMute }

  mutating func ask(_ question: SoundQuestion) -> SoundAnswer? {
    if isMute { return nil }
    let key = Known(kind: question.kind, sound: question.sound, samples: question.samples)
    let place = known.isEmpty ? questions.count : known[key] ?? questions.count
    if place == questions.count { questions.append(question) }
    return answers.indices.contains(place) ? answers[place] : nil
  }
}

extension SpanPlanner {
  /// What a clip sounds like without gains, fades and ducks; `nil` where it is not heard.
  func bare(
    _ index: Int, of track: Track
  ) throws(PlanningError) -> (sound: AudioPlan, samples: Range<Int64>)? {
    var planner = self
    (planner.around, planner.pan, planner.panning, planner.bus) = ([], .zero, [], nil)
    planner.surroundings = SoundEnds()
    var draft = AudioDraft(inquiry: .none)
    try planner.plan(track, [], bare: index, &draft)
    guard let first = draft.spans.map(\.samples.lowerBound).min(),
      let last = draft.spans.map(\.samples.upperBound).max(), first < last
    else { return nil }
    var sound = AudioPlan(
      sampleRate: envelopes.grid.rate, channels: channels,
      sampleCount: last, spans: draft.spans)
    sound.buses = draft.buses
    return (sound, first..<last)
  }

  /// The gain that brings a clip to the loudness it asks for.
  func leveling(
    _ index: Int, of track: Track, _ wanted: Located<Rational>, _ draft: inout AudioDraft
  ) throws(PlanningError) -> GainEnvelope? {
    let target = Double(wanted.value.numerator) / Double(wanted.value.denominator)
    guard draft.inquiry.asks, let (sound, samples) = try bare(index, of: track) else { return nil }
    let question = SoundQuestion(
      kind: .loudness, sound: sound, samples: samples,
      clip: track.origin(ofClip: index, in: timeline).label, range: wanted.range,
      target: Int((target * 100).rounded()))
    // Where nobody has listened, as with versions that are only compared, the target stands for the gain.
    var change = target
    if case .loudness(let measured) = draft.inquiry.ask(question) {
      guard let measured else { return nil }
      let wanted = (target * 100 - Double(measured)).rounded()
      change = min(wanted, Double(SoundQuestion.mostLeveling)) / 100
    }
    let gain = Decibels.amplitude(change) * Double(GainPoint.unity)
    return GainEnvelope(
      purpose: .clipLoudness,
      points: [GainPoint(sample: 0, gain: Int64(gain.rounded()), curve: .hold)])
  }

  /// Where somebody speaks in the clips that a duck is under; `nil` where nobody has listened.
  func speech(
    _ duck: Duck, _ draft: inout AudioDraft
  ) throws(PlanningError) -> [TimeRange]? {
    var voices: [TimeRange] = []
    var isAnswered = true
    for trigger in duck.under {
      for track in timeline.tracks where !track.muted && track.kind.isHeard {
        for (index, clip) in track.clips.enumerated() where clip.sound != nil {
          let isMeant =
            switch trigger {
            case .track(let id): track.id == id
            case .clips(let name): clip.name?.value == name
            }
          guard isMeant, draft.inquiry.asks, let (sound, samples) = try bare(index, of: track)
          else { continue }
          let question = SoundQuestion(
            kind: .speech, sound: sound, samples: samples,
            clip: track.origin(ofClip: index, in: timeline).label, range: duck.range)
          guard case .speech(let phrases) = draft.inquiry.ask(question) else {
            isAnswered = false
            continue
          }
          for phrase in phrases {
            let range = try locating(duck.range) { () throws(TimeOverflow) in
              TimeRange(
                start: try envelopes.grid.time(of: SampleIndex(phrase.lowerBound)),
                end: try envelopes.grid.time(of: SampleIndex(phrase.upperBound)))
            }
            if let range { voices.append(range) }
          }
        }
      }
    }
    return isAnswered && draft.inquiry.asks ? voices : nil
  }
}

extension AudioProperties {
  /// As it is where nothing but its times, its pitch and its filters is said.
  var bare: AudioProperties {
    var bare = AudioProperties(pitch: pitch)
    (bare.lead, bare.tail, bare.filter) = (lead, tail, filter)
    (bare.channelMap, bare.width) = (channelMap, width)
    return bare
  }
}
