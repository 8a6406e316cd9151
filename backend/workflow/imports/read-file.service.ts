/** A file's bytes as rows, and how its letters were read: by what it says, by what somebody says, or by a question. */
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { columnsOf, readRows } from './csv-rows.service'
import { MAX_SAMPLES, sampleOf, type Readings } from './encodings.contract'
import { readText, type ReadingOptions } from './file-text.service'
import { storedRows, storeParts, forgetRows } from './import-parts'
import { record, noRows, startStep, encodingWarnings } from './imports.service'
import type { ImportEntity } from './imports.contract'
import type { Import } from './imports.queries'
import { ownColumns, withOwnColumns, type OwnColumns } from './own-columns'
import { asPercents, lowPercents } from './percents'
import { otherOf, readAs, type OneByte } from './letters.service'
import type { CsvFile } from './csv-file'
import type { ReadFile } from './decoded-file'

export async function readFile(
  entity: ImportEntity,
  bytes: Uint8Array,
  options: ReadingOptions,
): Promise<ReadFile> {
  const file = await readLetters(entity, bytes, options)
  return { ...file, warnings: warningsOf(entity, file) }
}

/** What is said of a file, each time it is read: in another encoding its percents are as low. */
const warningsOf = (entity: ImportEntity, file: CsvFile): CsvFile['warnings'] => [
  ...withRows(file).filter(({ code }) => code !== 'low_percent'),
  ...lowPercents(entity, file),
]

/** Of a column that is left out: in how many rows it says something. */
function withRows({ columns, rows, warnings }: CsvFile): CsvFile['warnings'] {
  const filled = columns.map(() => 0)
  for (const { cells } of rows)
    for (const index of filled.keys())
      if ((cells[index] ?? '') !== '') filled[index] = (filled[index] ?? 0) + 1
  return warnings.map(warning => {
    const { code, params } = warning
    if (code !== 'unknown_column' && code !== 'empty_header') return warning
    const index =
      code === 'empty_header'
        ? Number(params?.index) - 1
        : columns.findIndex(({ header, name }) => name === null && header === params?.header)
    return { code, params: { ...params, rows: filled[index] ?? 0 } }
  })
}

const noColumns: OwnColumns = new Map()

async function readLetters(
  entity: ImportEntity,
  bytes: Uint8Array,
  options: ReadingOptions,
): Promise<ReadFile> {
  const { pieces, encoding, other } = await readText(bytes, options)
  const own = options.own ?? noColumns
  const read = async (some: readonly string[]) => withOwnColumns(entity, await readRows(entity, some), own)
  if (!other) return { ...(await read(pieces)), encoding, readings: [], isSure: true }
  const chosen = otherOf(other.encoding)
  const file = await read(pieces).catch(async (error: unknown) => {
    if (other.isSure || !(error instanceof Problem) || error.code !== 'missing_column') throw error
    return read(pieces.map(piece => readAs(piece, other.encoding))).then(
      found => ({ ...found, isOther: true }),
      () => Promise.reject(error),
    )
  })
  if ('isOther' in file)
    return { ...file, encoding: other.encoding, readings: readingsOf(file, other.encoding), isSure: true }
  const readings = readingsOf(file, chosen)
  const chosenFile = { ...file, encoding: chosen, readings, isSure: true }
  if (other.isSure || readings.length === 0) return chosenFile
  const heads = headsOf(entity, file, other.encoding)
  return heads < 0 ? otherReading(entity, chosenFile, own) : { ...chosenFile, isSure: heads > 0 }
}

/** More than 0: this reading knows more of the headers than the other. Less: the other does. */
function headsOf(entity: ImportEntity, { columns }: CsvFile, other: OneByte): number {
  const known = (list: CsvFile['columns']) => list.filter(({ name }) => name !== null).length
  try {
    const otherColumns = columnsOf(
      entity,
      columns.map(({ header }) => readAs(header, other)),
    )
    return known(columns) - known(otherColumns)
  } catch (error) {
    if (error instanceof Problem) return 1
    throw error
  }
}

function otherReading(entity: ImportEntity, file: ReadFile, own: OwnColumns): ReadFile {
  const to = otherOf(file.encoding as OneByte)
  const warnings: ReadFile['warnings'] = []
  const columns = columnsOf(
    entity,
    file.columns.map(({ header }) => readAs(header, to)),
    warnings,
  )
  const named = withOwnColumns(entity, { columns, warnings }, own)
  return {
    ...file,
    encoding: to,
    columns: named.columns.map((column, index) => ({ ...file.columns[index], ...column })),
    rows: file.rows.map(({ line, cells }) => ({ line, cells: cells.map(cell => readAs(cell, to)) })),
    readings: file.readings.toReversed(),
    warnings: [
      ...file.warnings.filter(({ code }) => !code.endsWith('_header') && code !== 'unknown_column'),
      ...named.warnings,
    ],
  }
}

/** The first cells that differ, of columns that are taken; none where it makes no difference to the network. */
function readingsOf({ columns, rows }: CsvFile, encoding: OneByte): Readings {
  const to = otherOf(encoding)
  const samples = new Set<string>()
  for (const { cells } of rows) {
    for (const [index, cell] of cells.entries())
      if (columns[index]?.name && readAs(cell, to) !== cell) samples.add(sampleOf(cell))
    if (samples.size >= MAX_SAMPLES) break
  }
  const shown = [...samples].slice(0, MAX_SAMPLES)
  return shown.length === 0
    ? []
    : [
        { encoding, samples: shown },
        { encoding: to, samples: shown.map(text => readAs(text, to)) },
      ]
}

/**
 * Reads an import's rows as somebody says and checks them, anew where they were checked before. Throws 422 where the
 * headers make no sense so.
 */
export async function readAgain(
  db: Db,
  actor: Actor,
  found: Import,
  encoding: OneByte,
  now: number,
): Promise<void> {
  if (encoding === found.encoding && found.state !== 'unread') return
  const rows = await storedRows(db, found._id)
  const before: ReadFile = {
    encoding: found.encoding,
    delimiter: found.delimiter,
    columns: found.columns,
    warnings: found.warnings.filter(({ code }) => code !== 'encoding'),
    readings: found.readings,
    rows,
    isSure: true,
  }
  const file =
    encoding === found.encoding
      ? before
      : otherReading(found.entity, before, await ownColumns(db, scopeOf(actor), found.entity))
  await stageAgain(db, actor, found, { ...file, warnings: warningsOf(found.entity, file) }, now)
  await record(db, actor, found, 'read', now)
}

/** Writes percents that the file has as parts of one as percents, and checks the rows anew. */
export async function readAsPercents(
  db: Db,
  actor: Actor,
  found: Import,
  column: string,
  now: number,
): Promise<void> {
  const rows = asPercents(found.columns, await storedRows(db, found._id), column)
  const others = found.warnings.filter(({ code }) => code !== 'encoding' && code !== 'low_percent')
  const warnings = [...others, ...lowPercents(found.entity, { columns: found.columns, rows })]
  await stageAgain(db, actor, found, { ...found, rows, warnings }, now)
  await record(db, actor, found, 'percents', now)
}

async function stageAgain(
  db: Db,
  actor: Actor,
  found: Import,
  { encoding, columns, rows, warnings, readings }: Omit<ReadFile, 'isSure' | 'delimiter'>,
  now: number,
): Promise<void> {
  await forgetRows(db, found._id)
  await storeParts(db, found._id, rows)
  await db
    .updateTable('imports')
    .set({
      encoding,
      columns: JSON.stringify(columns),
      warnings: JSON.stringify([...encodingWarnings(encoding), ...warnings]),
      readings: JSON.stringify(readings),
      counts: JSON.stringify(noRows),
      will_create: 0,
      will_update: 0,
      needs_reason: 0,
    })
    .where('id', '=', found._id)
    .execute()
  await startStep(db, actor, found._id, 'check', now)
}
