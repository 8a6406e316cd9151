// One libSQL connection: what a thread holds (`sqlite-worker.mjs`), or a test in its own thread.
import Database from 'libsql'
import { packed, packedGiven, rowsOf } from './sqlite-packed.mjs'

const MAX_STATEMENTS = 120
// A text with hundreds of values is hardly sent twice; a hundred such statements would be a good part of the memory.
const MAX_KEPT_TEXT = 16_384
/**
 * Identifiers that rows came with, and their numbers (`short-ids.ts`): a look-up in a table for each value of each row
 * would cost a tenth of ingestion.
 */
const MAX_NUMBERS = 100_000

function opened({ file, pragmas }) {
  const one = new Database(file, { timeout: 5000 })
  for (const pragma of pragmas) one.exec(`pragma ${pragma}`)
  return one
}

/**
 * Bytes of rows and characters of texts that a statement may stay prepared with: a hundred of them would be a good
 * part of the memory, too.
 */
const MAX_KEPT_ROWS = 16_384
/** Higher: a statement that had more is prepared anew, which must cost little next to what it does with so much. */
const MAX_KEPT_TEXTS = 65_536
const wideKey = sql => `wide ${sql}`

const isLocked = error => error?.code === 'SQLITE_BUSY' || /database (?:table )?is locked/.test(String(error))

/**
 * Throws where the file cannot be opened. `answer` says what a statement gives, or what was wrong with it: it never
 * throws.
 */
export function connected(settings) {
  /** By their text, and wide reads by `wideKey`. @type {Map<string, any>} */
  const statements = new Map()
  let database = opened(settings)

  /**
   * A statement that waited for another program's lock in vain is left unfinished by the driver, and while one is
   * unfinished nothing can be committed
   * any more. So the connection is given up; a transaction that it had is undone with it.
   */
  function renew() {
    statements.clear()
    if (database.inTransaction) database.exec('rollback')
    database.close()
    database = opened(settings)
  }

  function kept(key, make) {
    const known = statements.get(key)
    if (known) {
      // Again the last to go: one made for a shape of rows (`sqlite-packed.mjs`) may come once and never again.
      statements.delete(key)
      statements.set(key, known)
      return known
    }
    const made = make()
    if (key.length > MAX_KEPT_TEXT) return made
    if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value)
    statements.set(key, made)
    return made
  }

  const prepare = sql => kept(sql, () => database.prepare(sql))

  /**
   * Until it is run again a statement has what was bound to it last. One that was given much is made anew rather
   * than reused.
   */
  function letGo(sql, parameters) {
    let size = 0
    for (const value of parameters) if (typeof value === 'string') size += value.length
    if (size > MAX_KEPT_TEXTS) statements.delete(sql)
  }

  /**
   * A read as one text of arrays: what it takes to hand over forty columns as objects, twice, is most of what a list
   * costs. The text is made in the order of the rows: SQLite keeps a subquery's order where an aggregate other than a
   * count depends on it.
   */
  function asArrays(sql, parameters) {
    const { names, text } = kept(wideKey(sql), () => {
      const names = database
        .prepare(sql)
        .columns()
        .map(column => column.name)
      const row = names.map(name => `"${name}"`).join(', ')
      return {
        names,
        text: database.prepare(`select json_group_array(json_array(${row})) as arrays from (${sql})`),
      }
    })
    const { arrays } = text.get(parameters)
    letGo(wideKey(sql), parameters)
    return { names, arrays }
  }

  /** Of each database that is opened: another one has other numbers. @type {WeakMap<object, Map<string, number>>} */
  const numbersOf = new WeakMap()
  const forget = () => numbersOf.delete(database)

  function known() {
    const numbers = numbersOf.get(database) ?? new Map()
    numbersOf.set(database, numbers)
    return numbers
  }

  function numberOf(numbers, id) {
    if (id === null) return null
    const own = numbers.get(id)
    if (own !== undefined) return own
    const found = prepare('select nr from short_ids where id = ?').get(id)?.nr ?? null
    // What has no number yet may have one the next time.
    if (found === null) return null
    if (numbers.size >= MAX_NUMBERS) numbers.clear()
    numbers.set(id, found)
    return found
  }

  /** Rows as JSON text (`bulk.ts`), cheaper to hand over than arrays. */
  function runRows(sql, text) {
    const rows = JSON.parse(text)
    return runTogether(sql, packed(sql, rows), () => rows)
  }

  /** Rows as `sqlite-rows.ts` makes them. */
  function runGiven(sql, { given, heads }) {
    const { numbers, texts } = given
    const width = given.kinds.length
    if (heads) {
      const found = headsOf(heads)
      for (let at = 0; at < numbers.length; at += width) {
        const head = found[numbers[at]]
        for (let place = 0; place < head.length; place++) numbers[at + place] = head[place] ?? NaN
      }
    }
    const kinds = given.kinds.map((kind, place) => {
      if (kind !== 'id') return kind
      const own = known()
      let [before, number] = [NaN, NaN]
      for (let at = place; at < numbers.length; at += width) {
        if (numbers[at] !== before) {
          before = numbers[at]
          number = Number.isNaN(before) ? NaN : (numberOf(own, texts[before]) ?? NaN)
        }
        numbers[at] = number
      }
      return 'bigint'
    })
    const rows = { kinds, numbers, texts }
    return runTogether(sql, packedGiven(sql, rows), () => rowsOf(rows))
  }

  function runTogether(sql, together, rowsOneByOne) {
    if (together) {
      const statement = prepare(together.sql)
      const { changes } = statement.run(together.parameters)
      if (together.parameters[0].length > MAX_KEPT_ROWS) statement.run(together.none)
      return { rows: [], changes }
    }
    const statement = prepare(sql)
    let changes = 0
    for (const row of rowsOneByOne()) changes += statement.run(row).changes
    return { rows: [], changes }
  }

  /**
   * Rows that begin with the place of their head (`headed.ts`): what the head's first values and its terms are by
   * number is remembered under its text.
   */
  function headsOf(heads) {
    const numbers = known()
    return heads.texts.map(text => {
      const own = numbers.get(text)
      if (own) return own
      const made = headOf(numbers, text, heads)
      if (numbers.size >= MAX_NUMBERS) numbers.clear()
      numbers.set(text, made)
      return made
    })
  }

  function headOf(numbers, text, { own, ids, find, give }) {
    const values = text.split('\n')
    for (const place of ids) values[place] = numberOf(numbers, values[place])
    const key = [values[0], ...values.slice(own)]
    const asked = prepare(find)
    let nr = asked.get(key)?.nr
    if (nr === undefined) {
      prepare(give).run([values[0], ...key])
      nr = asked.get(key).nr
    }
    return [...values.slice(0, own), nr]
  }

  function run({ sql, parameters, script }) {
    if (script) return void database.exec(sql)
    if (parameters[0]?.together) return { rows: parameters[0].together.map(one => run(one).rows) }
    if (parameters[0]?.wide) return asArrays(sql, parameters[0].wide)
    if (sql.startsWith('drop ')) forget()
    if (parameters[0]?.rows) return runRows(sql, parameters[0].rows)
    if (parameters[0]?.given) return runGiven(sql, parameters[0])
    const statement = prepare(sql)
    const result = statement.reader
      ? { rows: statement.all(parameters) }
      : { rows: [], changes: statement.run(parameters).changes }
    letGo(sql, parameters)
    return result
  }

  let open = false
  let aborted = false

  /**
   * Statements arrive without waiting for each other. After one that failed in a transaction nothing else may take
   * effect, also where SQLite has rolled back by itself (a full disk): as on PostgreSQL, until the transaction is
   * rolled back, or back to a savepoint.
   */
  function inOrder(message) {
    const { sql } = message
    // Back to a savepoint takes the failure with it; where SQLite has rolled back by itself there is none to go back
    // to.
    const toSavepoint = sql.startsWith('rollback to ') && database.inTransaction
    if (aborted && sql !== 'rollback' && !toSavepoint)
      throw new Error('The transaction has failed: nothing but a rollback is possible')
    if (aborted && !database.inTransaction) {
      open = aborted = false
      forget()
      return { rows: [] }
    }
    try {
      const result = run(message)
      if (sql.startsWith('begin')) open = true
      if (toSavepoint) aborted = false
      // Numbers that were given in what is undone are nobody's.
      if (sql.startsWith('rollback')) forget()
      if (sql === 'commit' || sql === 'rollback') open = aborted = false
      return result
    } catch (error) {
      if (sql === 'commit') {
        // The next transaction may have been sent already: it must find none open.
        if (database.inTransaction) database.exec('rollback')
        forget()
        open = false
      }
      aborted = open
      throw error
    }
  }

  return {
    answer(message) {
      try {
        return { id: message.id, result: inOrder(message) }
      } catch (error) {
        // A statement that failed may be bound to an old schema: prepare it anew next time.
        statements.delete(message.sql)
        statements.delete(wideKey(message.sql))
        if (isLocked(error) && settings.file !== ':memory:') renew()
        return { id: message.id, error: { message: String(error?.message ?? error), code: error?.code } }
      }
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}
