/**
 * Validates the next rows of a commit while those before them are written. Others may change the network meanwhile.
 * Every such change is in the audit log, so a verdict holds exactly while that log has grown by nothing but this
 * import's own entries. Otherwise the rows are validated again.
 */
import { entriesInAll } from '../../platform/audit/audit.service'
import type { Db } from '../../platform/db/database'
import { checkRows } from './check'
import { goodRows, type GoodRow } from './staging'
import { importerOf } from './importers'
import type { Checked, Job } from './import-job'

export interface Ahead {
  /** Of the log, before anything was read. */
  entries: number
  rows: readonly GoodRow[]
  checked: readonly Checked[]
}

/** What the transaction before found and did: own entries are those that it is about to commit. */
export interface Written {
  entriesBefore: number
  own: number
}

/**
 * Uses a connection of its own while a transaction writes the lines up to `after`. Undefined where it fails, and
 * where rows depend on each other or on readings, about which the audit log says nothing.
 */
export async function validateNextChunk(
  db: Db,
  job: Job & { id: string },
  size: number,
  after: number,
): Promise<Ahead | undefined> {
  const { takesSlots, alone } = importerOf(job.entity)
  if (takesSlots || alone) return undefined
  try {
    const entries = await entriesInAll(db)
    const rows = await goodRows(db, job.id, size, { after })
    return { entries, rows, checked: await checkRows(db, job, rows) }
  } catch {
    return undefined
  }
}

/**
 * Whether the verdicts ahead are what a check in this transaction would find. `entries`: of the log, as this
 * transaction sees it.
 */
export function stands(
  ahead: Ahead | undefined,
  written: Written | undefined,
  rows: readonly GoodRow[],
  entries: number,
): ahead is Ahead {
  if (!ahead || !written) return false
  const { entriesBefore, own } = written
  return (
    entries === entriesBefore + own &&
    (ahead.entries === entriesBefore || ahead.entries === entries) &&
    ahead.rows.length === rows.length &&
    ahead.rows.every(
      (row, index) => row.line === rows[index]?.line && row.cells.join('\0') === rows[index].cells.join('\0'),
    ) &&
    // A slot's row has a version that refuses an outdated verdict; its counters have none.
    ahead.checked.every(one => !one.meters)
  )
}
