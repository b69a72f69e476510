import Testing

@testable import oriel

/// The arithmetic of the benchmark.
@Suite struct BenchmarkTests {
  @Test(arguments: [
    (0.5, [3.0, 1, 2], 2.0), (0.5, [4, 1, 2, 3], 2),
    (0.95, Array(stride(from: 1.0, to: 101, by: 1)), 95),
    (0.99, [7], 7), (1, [1, 9], 9), (0, [1, 9], 1),
  ])
  func `A percentile is the nearest rank`(share: Double, values: [Double], expected: Double) {
    #expect(Samples.percentile(share, of: values) == expected)
  }

  @Test func `A ratio is the median of the rounds' ratios`() {
    var own = Samples()
    var yardstick = Samples()
    for (time, other) in [(2, 1), (30, 1), (6, 2)] {
      own.beginRound()
      own.add(.milliseconds(time))
      yardstick.beginRound()
      yardstick.add(.milliseconds(other))
    }
    #expect(own.ratio(to: yardstick) == 3)
    #expect(own.percentile(0.5) == 6000)
  }

  @Test(arguments: [
    (1.005, 1, "1.0"), (0.04, 1, "0.0"), (0.05, 1, "0.1"), (12.345, 2, "12.35"), (-0.26, 1, "-0.3"),
    (999.95, 1, "1000.0"), (5, 0, "5"), (.nan, 1, "–"), (1e300, 1, "–"),
  ])
  func `Numbers are shown with fixed decimals`(number: Double, decimals: Int, text: String) {
    #expect(number.text(decimals: decimals) == text)
  }
}
