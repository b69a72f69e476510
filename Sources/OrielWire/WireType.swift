/// The number that tells a packet's message; a number is never used again for something else.
package enum WireType: UInt16, CaseIterable, Sendable {
  /// `ConfigureRunner`, host to runner.
  case configureRunner = 1
  /// `Launch`, host to runner.
  case launch = 2

  /// `RunnerReady`, runner to host.
  case runnerReady = 16
  /// `RunnerFailed`, runner to host.
  case runnerFailed = 17
  /// `Launched`, runner to host.
  case launched = 18
  /// `LaunchFailed`, runner to host.
  case launchFailed = 19
  /// `Exited`, runner to host.
  case exited = 20
  /// `Pressured`, runner to host.
  case pressured = 22
  /// `Violated`, runner to host.
  case violated = 21

  /// `Report`, instance to host.
  case report = 32
  /// `Loaded`, instance to host.
  case loaded = 33
  /// `LoadFailed`, instance to host.
  case loadFailed = 34
  /// `Began`, instance to host.
  case began = 35
  /// `ContentPart`, instance to host.
  case contentPart = 36
  /// `Complete`, instance to host.
  case complete = 37
  /// `Cancel`, instance to host.
  case cancel = 38
  /// `FinishWork`, instance to host.
  case finishWork = 39
  /// `LoadAttachment`, instance to host.
  case loadAttachment = 40
  /// `CancelLoad`, instance to host.
  case cancelLoad = 41
  /// `Log`, instance to host.
  case log = 42
  /// `Died`, instance to host.
  case died = 43
  /// `Refused`, instance to host.
  case refused = 44
  /// `Ask`, instance to host.
  case ask = 45
  /// `LoadNotice`, instance to host.
  case loadNotice = 46
  /// `LoadPreview`, instance to host.
  case loadPreview = 47

  /// `Begin`, host to instance.
  case begin = 48
  /// `HostCancel`, host to instance.
  case hostCancel = 49
  /// `Expire`, host to instance.
  case expire = 50
  /// `LoadResult`, host to instance.
  case loadResult = 51
  /// `Finish`, host to instance.
  case finish = 52
  /// `Answer`, host to instance.
  case answer = 53
  /// `Pressure`, host to instance.
  case pressure = 54
  /// `LoadAdvanced`, host to instance.
  case loadAdvanced = 55
  /// `Connect`, host to instance.
  case connect = 56
  /// `MapBuffer`, host to instance.
  case mapBuffer = 57
  /// `UnmapBuffer`, host to instance.
  case unmapBuffer = 58

  /// `Connected`, instance to host.
  case connected = 64
  /// `BufferMapped`, instance to host.
  case bufferMapped = 65
}
