import AudioMixing
import ChunkStorage
import LibAV
import MediaOpening
import MediaSources
import BaseValues
import TimelineModel

extension MediaProber {
  /// A chain of filters for sound, which is tried out with noise: it gives as much as it gets, in the same form,
  /// and forgets what is older than it is said to remember.
  func probeSoundFilter(
    _ item: MediaItem, _ filter: AudioFilter
  ) throws(MediaProblem) -> MediaSource {
    let refusal: FilterRules.Refusal?
    do throws(LibAVError) {
      refusal = try filters.refusal(ofSoundChain: filter.chain)
    } catch {
      throw MediaProblem(soundChain: error, log: [], text: filter.chain, item: item)
    }
    if let refusal { throw MediaProblem(refusal, item: item) }
    let input = SoundChain.Input(sampleRate: filter.sampleRate, channels: filter.channels)
    let chain: SoundChain
    let output: FilterGraph.Output
    do throws(LibAVError) {
      chain = try SoundChain(filter.chain, input, program: program, isTrial: true)
    } catch {
      throw soundProblem(error, [], filter.chain, item)
    }
    do throws(LibAVError) {
      output = try chain.begin()
    } catch {
      throw soundProblem(error, chain.complaints, filter.chain, item)
    }
    try checkForm(of: output, input, item)
    let difference: Float
    do throws(LibAVError) {
      difference = try ChainTrial(chain: chain, input: input, memory: filter.memory).difference()
    } catch {
      throw soundProblem(error, chain.complaints, filter.chain, item)
    }
    if difference > ChainTrial.threshold {
      throw MediaProblem(
        shortMemory: filter.memory?.decimalApproximation(places: 3) ?? "?",
        level: -Int(Decibels.ofAmplitude(Double(difference)).rounded()), item: item)
    }
    let hash = ContentHash.of(
      filter: filter.chain, release: LibAVInfo.release,
      filters.isExceptional(filter.chain) ? hashes : nil)
    return .audioFilter(
      filter, MediaFacts(video: nil, audio: nil, contentHash: "sound \(hash)"), program)
  }

  private func soundProblem(
    _ error: LibAVError, _ complaints: [String], _ text: String, _ item: MediaItem
  ) -> MediaProblem {
    program.flatMap { MediaProblem(apart: error, of: "the chain of filters", $0, item) }
      ?? MediaProblem(soundChain: error, log: complaints, text: text, item: item)
  }

  private func checkForm(
    of output: FilterGraph.Output, _ input: SoundChain.Input, _ item: MediaItem
  ) throws(MediaProblem) {
    if output.kind != .audio {
      throw MediaProblem(refusing: "the chain gives no sound", item: item)
    }
    let conversion =
      "aformat=sample_rates=\(input.sampleRate):channel_layouts=\(input.format.layout)"
    if output.sampleRate != input.sampleRate {
      throw MediaProblem(
        soundForm: "\(output.sampleRate) Hz", wanted: "\(input.sampleRate) Hz",
        conversion: conversion, item: item)
    }
    if output.layout != input.format.layout {
      throw MediaProblem(
        soundForm: "'\(output.layout)'", wanted: "'\(input.format.layout)'",
        conversion: conversion, item: item)
    }
  }
}
