/** What an update changes, as texts the way a file writes them. */
import { ownOf } from '../../platform/contract/custom-values'
import type { Stored } from '../../platform/store/columns'
import type { Judged } from '../../platform/store/judged'
import { valuesIn } from '../custom-fields/custom-values.service'
import { customKeyOf } from './own-columns'
import { meterColumns } from './meter-columns'
import { importerOf } from './importers'
import type { Job } from './import-job'
import type { Work } from './row-work'

interface Names {
  location: Map<string, string>
  slot: Map<string, string>
}
interface Change {
  column: string
  before: string
  after: string
}

export function changesOf(
  job: Job,
  work: Work,
  judged: Judged,
  names: Names,
  metersBefore: Stored | null,
): Change[] {
  const { before } = work
  if (!before) return []
  const spec = importerOf(job.entity)
  const was = spec.many.inputOf(before, job.now)
  const changes: Change[] = []
  for (const [name, { cell, field }] of Object.entries(spec.columns)) {
    if (!work.present.has(name)) continue
    const [old, now] =
      field === null
        ? sidePanel(name, work, metersBefore)
        : field === 'location'
          ? [
              names.location.get(String(before.location_id)),
              work.place?.code ?? work.values.location_code ?? names.location.get(String(before.location_id)),
            ]
          : field === 'slot'
            ? [names.slot.get(String(before.slot_id)), work.values.slot_serial]
            : field === 'denomination'
              ? [before.denomination_minor, judged.columns.denomination_minor]
              : [was[field], isText(judged.columns[field]) ? judged.columns[field] : judged.input[field]]
    const change = { column: name, before: cell.show(old), after: cell.show(now) }
    if (change.before !== change.after && !(field === 'tenant')) changes.push(change)
  }
  return [...changes, ...customChanges(job, work, judged)]
}

function customChanges({ custom = {} }: Job, { before, present }: Work, { columns }: Judged): Change[] {
  const [was, is] = [before ?? {}, 'custom' in columns ? columns : (before ?? {})].map(valuesIn)
  return Object.entries(custom).flatMap(([column, { cell }]) => {
    const key = customKeyOf(column) ?? ''
    const change = { column, before: cell.show(ownOf(was, key)), after: cell.show(ownOf(is, key)) }
    return present.has(column) && change.before !== change.after ? [change] : []
  })
}

/** A name that was typed otherwise than it is written is shown as it will be. */
const isText = (value: unknown): boolean => typeof value === 'string'

/** What no form writes: [as it is, as it will be]. */
function sidePanel(
  name: string,
  { values, before, also }: Work,
  metersBefore: Stored | null,
): [unknown, unknown] {
  if (name === 'active')
    return [
      before?.archived_at === null,
      'archived_at' in also ? also.archived_at === null : before?.archived_at === null,
    ]
  if (name === 'test_mode' || name === 'log_mode')
    return [before?.[name] === 1, (name in also ? also[name] : before?.[name]) === 1]
  if (name === 'currency') return [before?.currency, values.currency ?? before?.currency]
  if (!meterColumns.some(one => one === name)) return [undefined, undefined]
  const old = metersBefore?.[name === 'price_per_impulse' ? 'price_per_impulse_minor' : name]
  return [old, values[name] ?? old]
}
