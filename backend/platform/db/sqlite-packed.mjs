// Many rows by one statement: their values stand in one piece of memory, each in a place of its own, and SQLite takes
// them out of it. Bound one by one,
// a row's twenty values cost more to hand over than to store; taken out of JSON they cost more still.

/** For fewer, another statement is not worth preparing. */
const FEWEST = 8
/** Where the widest whole number has room, with its sign. */
const DIGITS = 17
const [BLANK, ZERO, MINUS] = [0x20, 0x30, 0x2d]
/** Numbers below it are taken apart by whole-number arithmetic. */
const SMALL = 2 ** 31
const MOST_BYTES = 4 * 1024 * 1024
const VALUES = / values \([?, ]+\)/
const NOTHING = Buffer.alloc(DIGITS, BLANK)
const EMPTY = Buffer.alloc(0)

/**
 * The statement and what is bound to it, or undefined where the rows are few or hold what does not fit: their statement
 * is then run for each of them.
 * `sql`: an insertion of one row, all of whose values are bound.
 */
export function packed(sql, rows) {
  if (rows.length < FEWEST) return undefined
  const columns = rows[0].map((_, place) => columnOf(rows, place))
  return statementFor(sql, rows.length, columns, (wanted, width) => packedRows(rows, wanted, width))
}

/** As `packed`, of rows as `sqlite-rows.ts` makes them. */
export function packedGiven(sql, given) {
  const count = given.numbers.length / given.kinds.length
  if (count < FEWEST) return undefined
  const columns = given.kinds.map((_, place) => columnOfGiven(given, place))
  return statementFor(sql, count, columns, (wanted, width) => packedNumbers(given, count, wanted, width))
}

/** The rows themselves, to be bound one by one. */
export function rowsOf({ kinds, numbers, texts }) {
  return Array.from({ length: numbers.length / kinds.length }, (_, nr) =>
    kinds.map((kind, place) => {
      const value = numbers[nr * kinds.length + place]
      return Number.isNaN(value) ? null : kind === 'text' ? texts[value] : value
    }),
  )
}

function statementFor(sql, count, columns, pack) {
  const insertion = VALUES.exec(sql)
  if (!insertion || columns.includes(undefined)) return undefined
  // The first are the rows, what says that there is no number, how wide a row is, and where the last one ends.
  const bound = []
  const parameter = value => `?${bound.push(value)}`
  const [bytes, nothing, step, end] = [null, NOTHING, 0, 0].map(parameter)
  let width = 0
  const fields = columns.map(column => {
    if (column.same === null) return 'null'
    // The driver binds every number as a fraction.
    if (typeof column.same === 'number') return `cast(${parameter(column.same)} as integer)`
    if (column.same !== undefined) return parameter(column.same)
    column.at = width
    width += column.width
    if (!column.isText) {
      const digits = `substr(${bytes}, o + ${parameter(column.at)}, ${DIGITS})`
      return `cast(${column.nulls ? `nullif(${digits}, ${nothing})` : digits} as integer)`
    }
    const text = `rtrim(cast(substr(${bytes}, o + ${parameter(column.at)}, ${parameter(column.width)}) as text))`
    return column.nulls ? `nullif(${text}, '')` : text
  })
  // Nothing to be taken out, or a long text that each row would have room for.
  if (width === 0 || width * count > MOST_BYTES) return undefined
  const wanted = columns.filter(({ same }) => same === undefined)
  bound[0] = pack(wanted, width)
  bound[2] = width
  bound[3] = width * count
  const before = sql.slice(0, insertion.index)
  const after = sql.slice(insertion.index + insertion[0].length)
  return {
    sql: `${before} with recursive n(o) as (select 1 union all select o + ${step} from n where o + ${step} <= ${end}) select ${fields.join(', ')} from n where o <= ${end}${after}`,
    parameters: bound,
    // The same statement with no rows, so that it does not keep the piece until it is run again.
    none: [EMPTY, NOTHING, 1, 0, ...bound.slice(4)],
  }
}

/** Undefined where a value is neither a whole number nor plain text, or where there are both. */
function columnOf(rows, place) {
  const first = rows[0][place]
  const column = { place, at: 0, width: DIGITS, isText: false, nulls: false, same: first }
  let numbers = 0
  for (let nr = 0; nr < rows.length; nr++) {
    const value = rows[nr][place]
    if (value !== first) column.same = undefined
    if (value === null) column.nulls = true
    else if (typeof value === 'number') {
      if (!Number.isSafeInteger(value)) return undefined
      numbers++
    } else {
      column.isText = true
      if (value.length > column.width) column.width = value.length
    }
  }
  if (column.same !== undefined || !column.isText) return column
  if (numbers > 0) return undefined
  for (const row of rows) if (row[place] !== null && !PLAIN.test(row[place])) return undefined
  return column
}

function columnOfGiven({ kinds, numbers, texts }, place) {
  const isText = kinds[place] === 'text'
  const width = kinds.length
  const first = numbers[place]
  const column = { place, at: 0, width: DIGITS, isText, nulls: false, same: undefined }
  let isSame = true
  let before = NaN
  for (let at = place; at < numbers.length; at += width) {
    const value = numbers[at]
    if (Number.isNaN(value)) {
      column.nulls = true
      isSame &&= Number.isNaN(first)
      continue
    }
    if (value !== first) isSame = false
    if (!isText || value === before) continue
    before = value
    if (typeof texts[value] !== 'string') return undefined
    if (texts[value].length > column.width) column.width = texts[value].length
  }
  if (isSame) {
    column.same = Number.isNaN(first) ? null : isText ? texts[first] : first
    return column
  }
  if (!isText) return column
  before = NaN
  for (let at = place; at < numbers.length; at += width) {
    const value = numbers[at]
    if (value === before || Number.isNaN(value)) continue
    before = value
    if (!PLAIN.test(texts[value])) return undefined
  }
  return column
}

/** A byte a character, and none at its end that is taken off with the blanks that fill it up. */
const PLAIN = /^[ -~]*[!-~]$/

/**
 * Used again by each statement: the driver takes a copy. Asking the system for a new piece each time costs more than
 * filling one.
 */
let piece = Buffer.alloc(0)
const MOST_KEPT = 1024 * 1024

function blanks(size) {
  if (size > MOST_KEPT) return Buffer.alloc(size, BLANK)
  if (size > piece.length) piece = Buffer.alloc(size)
  return piece.subarray(0, size).fill(BLANK)
}

function packedRows(rows, columns, width) {
  const bytes = blanks(rows.length * width)
  let start = 0
  for (let nr = 0; nr < rows.length; nr++) {
    const row = rows[nr]
    for (let index = 0; index < columns.length; index++) {
      const { place, at, isText } = columns[index]
      const value = row[place]
      if (value === null) continue
      if (isText) bytes.latin1Write(value, start + at, value.length)
      else putNumber(bytes, start + at, value)
    }
    start += width
  }
  return bytes
}

function packedNumbers({ kinds, numbers, texts }, count, columns, width) {
  const bytes = blanks(count * width)
  let start = 0
  for (let row = 0; row < numbers.length; row += kinds.length) {
    for (let index = 0; index < columns.length; index++) {
      const { place, at, isText } = columns[index]
      const value = numbers[row + place]
      if (Number.isNaN(value)) continue
      if (isText) bytes.latin1Write(texts[value], start + at, texts[value].length)
      else putNumber(bytes, start + at, value)
    }
    start += width
  }
  return bytes
}

/** Right-aligned: the blanks before it are passed over. */
function putNumber(bytes, at, value) {
  let place = at + DIGITS - 1
  let rest = Math.abs(value)
  while (rest >= SMALL) {
    const tenth = Math.floor(rest / 10)
    bytes[place--] = ZERO + (rest - tenth * 10)
    rest = tenth
  }
  let small = rest | 0
  do {
    const tenth = (small / 10) | 0
    bytes[place--] = ZERO + (small - tenth * 10)
    small = tenth
  } while (small > 0)
  if (value < 0) bytes[place] = MINUS
}
