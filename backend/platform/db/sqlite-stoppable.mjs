// One libSQL connection that only reads, and whose statement can be stopped while it runs: it runs apart from the
// thread that sends it, which receives
// messages meanwhile. Only the promising half of the library does so, and only up to a statement's first row.
import Database from 'libsql/promise'

/** So many statements, and so many characters of what they were given, one connection has at most. */
const MAX_STATEMENTS = 200
const MAX_TEXT = 4_194_304
const LONG_TEXT = 65_536
const INTERRUPT_EVERY_MS = 20

const isLocked = error => error?.code === 'SQLITE_BUSY' || /database (?:table )?is locked/.test(String(error))

/** Opened at its first use. `answer` never throws. */
export function stoppable({ file, pragmas }) {
  /** By their text, and wide reads by their own. @type {Map<string, any>} */
  const statements = new Map()
  /**
   * Every statement that this connection has prepared. None is let go before its connection: the collector of garbage
   * would wait to end it for as long as another one runs, and this thread would hear nothing meanwhile.
   */
  let prepared = []
  let text = 0
  let running
  let stopped
  /** @type {import('libsql/promise') | undefined} */
  let database

  async function opened() {
    const one = new Database(file, { timeout: 5000 })
    for (const pragma of pragmas) await one.exec(`pragma ${pragma}`)
    return one
  }

  async function prepare(sql) {
    const statement = await database.prepare(sql)
    prepared.push(statement)
    text += sql.length
    return statement
  }

  async function kept(key, make) {
    const known = statements.get(key)
    if (known) return known
    const made = await make()
    statements.set(key, made)
    return made
  }

  /**
   * Until it is run again a statement has what was bound to it last. One that was given much is made anew rather than
   * run again.
   */
  function note(key, parameters) {
    let size = 0
    for (const value of parameters) if (typeof value === 'string') size += value.length
    if (size <= LONG_TEXT) return
    statements.delete(key)
    text += size
  }

  const namesOf = async sql => (await prepare(sql)).columns().map(column => column.name)

  /**
   * Made whole before its first row is given: after that no message could arrive between two rows that lie far
   * apart.
   */
  async function whole(sql) {
    if (!/^\s*(?:select|with)\b/i.test(sql)) return prepare(sql)
    const names = await namesOf(sql)
    return new Set(names).size < names.length
      ? prepare(sql)
      : prepare(`with whole_answer as materialized (${sql}) select * from whole_answer`)
  }

  /** As `asArrays` of `sqlite-connection.mjs`. */
  async function wide(sql) {
    const names = await namesOf(sql)
    const row = names.map(name => `"${name}"`).join(', ')
    return {
      names,
      arrays: await prepare(`select json_group_array(json_array(${row})) as arrays from (${sql})`),
    }
  }

  function goOn(id) {
    if (stopped === id) throw Object.assign(new Error('interrupted'), { code: 'SQLITE_INTERRUPT' })
  }

  async function run({ id, sql, parameters }) {
    goOn(id)
    const [{ together, wide: asked } = {}] = parameters.filter(isOptions)
    if (together) {
      const rows = []
      for (const one of together) rows.push((await run({ id, ...one })).rows)
      return { rows }
    }
    const key = asked ? `wide ${sql}` : sql
    try {
      if (!asked) {
        const statement = await kept(key, () => whole(sql))
        goOn(id)
        return { rows: await statement.all(parameters) }
      }
      const statement = await kept(key, () => wide(sql))
      goOn(id)
      const [{ arrays }] = await statement.arrays.all(asked)
      return { names: statement.names, arrays }
    } catch (error) {
      // A statement that failed may be bound to an old schema: it is prepared anew next time.
      statements.delete(key)
      throw error
    } finally {
      note(key, asked ?? parameters)
    }
  }

  /**
   * A statement that waited for another program's lock in vain is left unfinished by the driver: the connection is
   * given up (`sqlite-connection.mjs`).
   */
  function close() {
    statements.clear()
    prepared = []
    text = 0
    database?.close()
    database = undefined
  }

  /**
   * Again and again: SQLite forgets an interrupt that comes before the statement's first step, while it is prepared or
   * waits for a thread.
   */
  function interrupt(id) {
    if (running !== id) return
    database?.interrupt()
    setTimeout(interrupt, INTERRUPT_EVERY_MS, id)
  }

  return {
    async answer(message) {
      running = message.id
      try {
        database ??= await opened()
        return { id: message.id, result: await run(message) }
      } catch (error) {
        if (isLocked(error)) close()
        return { id: message.id, error: { message: String(error?.message ?? error), code: error?.code } }
      } finally {
        running = undefined
        if (prepared.length > MAX_STATEMENTS || text > MAX_TEXT) close()
      }
    },
    /** Ends the statement with that number, or never begins it, and answers it with SQLITE_INTERRUPT. */
    stop(id) {
      if (stopped === id) return
      stopped = id
      interrupt(id)
    },
    close,
  }
}

const isOptions = value =>
  typeof value === 'object' && value !== null && ('together' in value || 'wide' in value)
