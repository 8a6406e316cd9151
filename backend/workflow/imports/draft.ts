/** A row's values as a form would send them. */
import type { RawDraft } from '../../platform/store/judged'
import type { Importer } from './importer'
import { importerOf } from './importers'
import { addCustom } from './own-columns'
import type { Job } from './import-job'
import type { Work } from './row-work'

/** What the file leaves out stays as it is; an empty cell empties a field that may be empty. */
export function draftOf(job: Job, spec: Importer, work: Work): RawDraft {
  const { before, values, place } = work
  const raw: Record<string, unknown> = before ? spec.many.inputOf(before, job.now) : {}
  for (const { name, required } of importerOf(job.entity).kind.columns) {
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
  if (values.location_code !== undefined) raw.location = place?.id
  addCustom(job, work, raw)
  spec.draft?.(work, raw, job)
  alsoSet(job, work)
  return { id: work.id, raw, before, also: work.also }
}

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
