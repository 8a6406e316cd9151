/** A row's values as a form would send them. */
import type { Stored } from '../db/columns'
import type { RawDraft } from '../db/store-many'
import type { MeterSetupInput } from '../meters/meter-setups.service'
import type { Job } from './check'
import { limitsOf, meterColumns, type EntitySpec } from './entities'
import { importColumns, type ImportProblem } from './imports.contract'
import type { Place, Tenant } from './lookups'

/** One row while it is looked at. */
export interface Work {
  line: number
  id: string
  /** By column, what could be read of the cells that are not empty. */
  values: Record<string, unknown>
  /** Columns of the file, empty cells included. */
  present: Set<string>
  problems: ImportProblem[]
  tenant?: Tenant | undefined
  place?: Place | undefined
  slot?: { id: string } | undefined
  before?: Stored | undefined
  also: Stored
  meters?: MeterSetupInput | undefined
}

/** What the file leaves out stays as it is; an empty cell empties a field that may be empty. */
export function draftOf(job: Job, spec: EntitySpec, work: Work): RawDraft {
  const { before, values, place } = work
  const raw: Record<string, unknown> = before ? spec.many.inputOf(before, job.now) : {}
  for (const { name, required } of importColumns[job.entity]) {
    const column = spec.columns[name]
    const bad = work.problems.some(one => one.column === name)
    const value = values[name]
    if (!column || bad) continue
    if (
      value === undefined &&
      required &&
      !(job.mode === 'update' && !before) &&
      (!before || (work.present.has(name) && column.empty === 'clear'))
    )
      work.problems.push({ column: name, code: 'required' })
    else if (column.field === null) continue
    else if (value !== undefined) raw[column.field] = value
    else if (before && work.present.has(name) && column.empty === 'clear') raw[column.field] = null
  }
  if (job.entity === 'locations') {
    if (work.tenant) raw.tenant = work.tenant.id
    else if (job.mode !== 'update' && !work.problems.some(one => one.column === 'tenant'))
      work.problems.push({ column: 'tenant', code: 'required' })
  }
  if (values.location_code !== undefined) raw.location = place?.id
  if (job.entity === 'smibs' && values.slot_serial !== undefined) raw.slot = work.slot?.id ?? null
  if (job.entity === 'slots') slot(work, raw, before)
  alsoSet(job, work)
  return { id: work.id, raw, before, also: work.also }
}

function slot(work: Work, raw: Record<string, unknown>, before: Stored | undefined): void {
  const { values } = work
  const currency = values.currency ?? before?.currency ?? work.tenant?.currency
  const minor = values.accounting_denom ?? before?.denomination_minor
  if (minor !== undefined) raw.denomination = { minor, currency }
  const given = meterColumns.filter(name => values[name] !== undefined)
  for (const name of given) {
    const [least, most] = limits[name]
    const value = values[name] as number
    if (value < least)
      work.problems.push({ column: name, code: 'too_small', params: limitsOf('slots', name, { min: least }) })
    else if (value > most)
      work.problems.push({ column: name, code: 'too_big', params: limitsOf('slots', name, { max: most }) })
  }
  if (given.length > 0)
    work.meters = {
      slot_id: work.id,
      ...Object.fromEntries(
        given.map(name => [name === 'price_per_impulse' ? 'price_per_impulse_minor' : name, values[name]]),
      ),
    }
}

/** Money in minor units; counters have at most ten digits. */
const limits = {
  price_per_impulse: [1, 100_000_000],
  factor_in: [1, 1_000_000],
  factor_out: [1, 1_000_000],
  mech_in: [0, 9_999_999_999],
  mech_out: [0, 9_999_999_999],
} as const

/** Archiving and a SMIB's modes are commands of their own: who may not give them may not import them. */
function alsoSet({ may, now }: Job, work: Work): void {
  const { values, before, also } = work
  const refuse = (column: string) => work.problems.push({ column, code: 'not_permitted' })
  if (typeof values.active === 'boolean' && values.active !== ((before?.archived_at ?? null) === null)) {
    if (!(values.active ? may.unarchive : may.archive)) refuse('active')
    also.archived_at = values.active ? null : now
  }
  for (const mode of ['test_mode', 'log_mode'] as const) {
    if (typeof values[mode] !== 'boolean' || values[mode] === (before?.[mode] === 1)) continue
    if (!may[mode]) refuse(mode)
    also[mode] = values[mode] ? 1 : 0
    also[`${mode}_since`] = values[mode] ? now : null
  }
}
