/// How many descriptors the requests of a host may hold, for what was returned and for answers.
///
/// Every request is sure of a share that no other can take. What is beyond the shares goes to who
/// asks first, but never all of it to one, so that a greedy instance leaves room for the others.
struct DescriptorBudget: Sendable {
  /// What each request is sure of.
  let share: Int
  /// What all requests together may hold beyond their shares.
  private let common: Int

  /// Divides a process's limit among the requests that may run at once.
  ///
  /// Half of the limit is left to the rest of the process.
  init(limit: Int, requests: Int) {
    let total = limit / 2
    let requests = max(requests, 1)
    share = total / 4 / requests
    common = total - share * requests
  }

  /// Whether a request may come to hold so many, given what each of the others holds.
  func allows(_ count: Int, others: some Sequence<Int>) -> Bool {
    guard count > share else { return true }
    let taken = others.reduce(0) { $0 + max($1 - share, 0) }
    let excess = count - share
    // At most two thirds of what the others left.
    return excess <= 2 * (common - taken - excess)
  }
}
