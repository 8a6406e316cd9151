// One libSQL connection that only reads, and whose statement can be stopped while it runs: it runs beside the thread that sends it, which hears meanwhile
// what it is told. Only the promising half of the library does so, and only up to a statement's first row.
import Database from 'libsql/promise'

const MAX_STATEMENTS = 120
const MAX_KEPT_TEXT = 16_384
const MAX_KEPT_TEXTS = 65_536

const isLocked = error => error?.code === 'SQLITE_BUSY' || /database (?:table )?is locked/.test(String(error))

/** Throws where the file cannot be opened. `answer` never throws. */
export async function stoppable({ file, pragmas }) {
  /** By their text, and wide reads by their own. @type {Map<string, any>} */
  const statements = new Map()
  let running
  let stopped
  let database = await opened()

  async function opened() {
    const one = new Database(file, { timeout: 5000 })
    for (const pragma of pragmas) await one.exec(`pragma ${pragma}`)
    return one
  }

  async function kept(key, make) {
    const known = statements.get(key)
    if (known) {
      statements.delete(key)
      statements.set(key, known)
      return known
    }
    const made = await make()
    if (key.length > MAX_KEPT_TEXT) return made
    if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value)
    statements.set(key, made)
    return made
  }

  /** Until it is run again a statement has what was bound to it last. One that was given much is made anew rather than kept with it. */
  function letGo(key, parameters) {
    let size = 0
    for (const value of parameters) if (typeof value === 'string') size += value.length
    if (size > MAX_KEPT_TEXTS) statements.delete(key)
  }

  const namesOf = async sql => (await database.prepare(sql)).columns().map(column => column.name)

  /** Made whole before its first row is given: after that nothing could be heard between two rows that lie far apart. */
  async function prepared(sql) {
    if (!/^\s*(?:select|with)\b/i.test(sql)) return database.prepare(sql)
    const names = await namesOf(sql)
    return new Set(names).size < names.length
      ? database.prepare(sql)
      : database.prepare(`with whole_answer as materialized (${sql}) select * from whole_answer`)
  }

  /** As `asArrays` of `sqlite-connection.mjs`. */
  async function wide(sql) {
    const names = await namesOf(sql)
    const row = names.map(name => `"${name}"`).join(', ')
    const text = await database.prepare(`select json_group_array(json_array(${row})) as arrays from (${sql})`)
    return { names, text }
  }

  async function run({ id, sql, parameters }) {
    if (stopped === id) throw Object.assign(new Error('interrupted'), { code: 'SQLITE_INTERRUPT' })
    const [{ together, wide: asked } = {}] = parameters.filter(isOptions)
    if (together) {
      const rows = []
      for (const one of together) rows.push((await run({ id, ...one })).rows)
      return { rows }
    }
    const key = asked ? `wide ${sql}` : sql
    try {
      if (!asked) return { rows: await (await kept(key, () => prepared(sql))).all(parameters) }
      const { names, text } = await kept(key, () => wide(sql))
      const [{ arrays }] = await text.all(asked)
      return { names, arrays }
    } catch (error) {
      // A statement that failed may be bound to an old schema: it is prepared anew next time.
      statements.delete(key)
      throw error
    } finally {
      letGo(key, asked ?? parameters)
    }
  }

  /** A statement that waited for another program's lock in vain is left unfinished by the driver: the connection is given up (`sqlite-connection.mjs`). */
  async function renew() {
    statements.clear()
    database.close()
    database = await opened()
  }

  return {
    async answer(message) {
      running = message.id
      try {
        return { id: message.id, result: await run(message) }
      } catch (error) {
        if (isLocked(error)) await renew()
        return { id: message.id, error: { message: String(error?.message ?? error), code: error?.code } }
      } finally {
        running = undefined
      }
    },
    /** Ends the statement with that number if it runs, and answers it with SQLITE_INTERRUPT. */
    stop(id) {
      stopped = id
      if (running === id) database.interrupt()
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}

const isOptions = value =>
  typeof value === 'object' && value !== null && ('together' in value || 'wide' in value)
