import Foundation
import OrielHost
import OrielTesting
import Synchronization
import Testing

/// SQLite of the system in the sandbox, compared with SQLite in this process.
@Suite("SQLite as an extension", .requiresBundles, .timeLimit(.minutes(2))) struct SQLiteTests {
  /// What both are told to do.
  private static let statements = """
    create table t (id integer primary key, name text, price real, data blob, more);
    insert into t values (1, 'eins', 1.5, x'00ff10', null), (2, 'zwei \u{1F600}', -2e300, null, 'x');
    insert into t select id + 2, name || id, price * 3, zeroblob(0), null from t;
    select * from t order by id;
    select count(*), sum(id), group_concat(name, '|'), typeof(max(data)) from t;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 50)
      select i, i * i, printf('%05.2f', i / 7.0) from n;
    """

  /// The rows that SQLite in this process gives, with the names of their columns.
  private static func rowsInProcess(_ sql: String) throws -> [[String?]] {
    let library = try LibraryInProcess("libsqlite3.so.0")
    typealias Callback =
      @convention(c) (
        UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
      ) -> Int32
    typealias Open =
      @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) ->
      Int32
    typealias Exec =
      @convention(c) (
        OpaquePointer?, UnsafePointer<CChar>, Callback?, UnsafeMutableRawPointer?,
        UnsafeMutableRawPointer?
      ) -> Int32
    let open = unsafe try library.function("sqlite3_open", as: Open.self)
    let exec = unsafe try library.function("sqlite3_exec", as: Exec.self)
    final class Rows { var all: [[String?]] = [] }
    let rows = Rows()
    var database: OpaquePointer?
    #expect(unsafe open(":memory:", &database) == 0)
    let status = unsafe exec(
      database,
      sql,
      { context, count, values, names in
        guard let context = unsafe context, let values = unsafe values, let names = unsafe names
        else {
          return 1
        }
        let rows = unsafe Unmanaged<Rows>.fromOpaque(context).takeUnretainedValue()
        var row: [String?] = []
        for index in 0..<Int(count) {
          row.append(unsafe values[index].map { unsafe String(cString: $0) })
          row.append(unsafe names[index].map { unsafe String(cString: $0) })
        }
        rows.all.append(row)
        return 0
      },
      unsafe Unmanaged.passUnretained(rows).toOpaque(),
      nil
    )
    #expect(status == 0)
    return rows.all
  }

  /// Opens a database in memory.
  private static func open(_ connection: ExtensionConnection) async throws -> InterfaceValue {
    let flags: Int64 = 0x2 | 0x4 | 0x80
    let opened = try await connection.call(
      "sqlite3_open_v2",
      [":memory:", .integer(flags), nil]
    )
    return try #require(opened.outputs["ppDb"]).unchecked
  }

  /// A value as text, or nil for a null pointer.
  private static func text(_ value: UntrustedValue) throws -> String? {
    value.isNull ? nil : try value.string(limit: 1 << 20)
  }

  @Test("gives the rows that it gives in process, through a function of the host")
  func exec() async throws {
    let connection = try await ConnectionTests.connect("SQLite")
    let database = try await Self.open(connection)
    let rows = Mutex<[[String?]]>([])
    let row = InterfaceValue.function(
      HostFunction { arguments in
        let values = try arguments[2].array(limit: 100)
        let names = try arguments[3].array(limit: 100)
        var row: [String?] = []
        for (value, name) in zip(values, names) {
          row += [try Self.text(value), try Self.text(name)]
        }
        rows.withLock { $0.append(row) }
        return 0
      }
    )
    _ = try await connection.call("sqlite3_exec", [database, .string(Self.statements), row])
    let inProcess = try Self.rowsInProcess(Self.statements)
    #expect(inProcess.count == 4 + 1 + 50)
    #expect(rows.withLock { $0 } == inProcess)
    // An error of the host's function ends the statement and the call.
    struct Enough: Error {}
    let failing = InterfaceValue.function(HostFunction { _ in throw Enough() })
    let error = await ConnectionTests.failure(
      of: "sqlite3_exec",
      [database, "select 1", failing],
      on: connection
    )
    guard case .hostFunction(let thrown)? = error, thrown is Enough else {
      Issue.record("\(String(describing: error))")
      return
    }
    await connection.closeAndWait()
  }

  @Test("steps through a prepared statement, with values of every kind")
  func stepping() async throws {
    let connection = try await ConnectionTests.connect("SQLite")
    let database = try await Self.open(connection)
    func call(_ name: String, _ arguments: InterfaceValue...) async throws -> CallResult {
      try await connection.call(name, arguments)
    }
    _ = try await call("sqlite3_exec", database, "create table t (a, b, c, d)", nil)
    let sql = "insert into t values (?, ?, ?, ?); select 1"
    let prepared = try await call("sqlite3_prepare_v2", database, .string(sql))
    let insert = try #require(prepared.outputs["stmt"]).unchecked
    // What is left of the text, as its place in it.
    #expect(prepared.outputs["tail"]?.unchecked.description == "offset 34")
    let blob = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    for number: Int64 in [0, -1, .max, .min] {
      _ = try await call("sqlite3_bind_int64", insert, 1, .integer(number))
      _ = try await call("sqlite3_bind_double", insert, 2, .number(Double(number) / 3))
      _ = try await call("sqlite3_bind_text", insert, 3, .bytes(Array("n\u{0}ö\(number)".utf8)))
      _ = try await call("sqlite3_bind_blob", insert, 4, .bytes(blob))
      #expect(try await call("sqlite3_step", insert).result?.integer(in: 0...200) == 101)
      _ = try await call("sqlite3_reset", insert)
    }
    _ = try await call("sqlite3_finalize", insert)
    let select = try #require(
      try await call("sqlite3_prepare_v2", database, "select * from t order by a")
        .outputs["stmt"]
    ).unchecked
    var seen: [Int64] = []
    while try await call("sqlite3_step", select).result?.integer(in: 0...200) == 100 {
      let integer = try #require(try await call("sqlite3_column_int64", select, 0).result)
      let number = try integer.integer(in: .min ... .max)
      seen.append(number)
      let real = try await call("sqlite3_column_double", select, 1).result
      #expect(try real?.number(in: -.infinity ... .infinity) == Double(number) / 3)
      let data = try await call("sqlite3_column_blob", select, 3).result
      #expect(try data?.bytes(limit: 9999) == blob)
      let type = try await call("sqlite3_column_type", select, 2).result
      #expect(try type?.integer(in: 0...9) == 3)
    }
    #expect(seen == [.min, -1, 0, .max])
    _ = try await call("sqlite3_finalize", select)
    // A mistake comes as an error with the library's own words.
    let error = await ConnectionTests.failure(
      of: "sqlite3_prepare_v2",
      [database, "select nonsense"],
      on: connection
    )
    guard case .failed(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.result == 1)
    #expect(failure.message == "no such column: nonsense")
    _ = try await call("sqlite3_close_v2", database)
    await connection.closeAndWait()
  }

  @Test("opens, prepares and steps in one batch") func batch() async throws {
    let connection = try await ConnectionTests.connect("SQLite")
    var batch = CallBatch()
    let open = batch.call("sqlite3_open_v2", [":memory:", 0x86, nil])
    let database = open.output("ppDb")
    let prepare = batch.call("sqlite3_prepare_v2", [database, "select 6 * 7"])
    let statement = prepare.output("stmt")
    batch.call("sqlite3_step", [statement])
    let answer = batch.call("sqlite3_column_int64", [statement, 0])
    batch.call("sqlite3_finalize", [statement])
    batch.call("sqlite3_close_v2", [database])
    let results = try await connection.call(batch)
    #expect(try results.get(answer).result?.integer(in: 0...99) == 42)
    await connection.closeAndWait()
  }
}
