/**
 * The verdict on a batch of rows: every error, what committing would do, what would change. The dry run, a mended row
 * and the commit itself all ask here, so they cannot disagree; a commit asks in its own transaction.
 */
import type { Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Judged } from '../../platform/store/judged'
import { draftOf } from './draft'
import { limitsIn, type Importer } from './importer'
import { meterColumns } from './meter-columns'
import { type ImportEntity, type ImportProblem } from './imports.contract'
import { keepPlaces } from './keep-places'
import { existingWith, placesWith, slotsWith, tenantsIn, wordsFor } from './lookups'
import { changesOf } from './row-changes'
import { importerOf } from './importers'
import { customCells } from './own-columns'
import { meterSetups, type MeterSetupInput } from './meter-setups.service'
import type { Job, Checked } from './import-job'
import type { Work } from './row-work'

export interface Staged {
  line: number
  cells: readonly string[]
}

export async function checkRows(db: Db, given: Job, rows: readonly Staged[]): Promise<Checked[]> {
  const job = { ...given, custom: await customCells(db, given) }
  const spec = importerOf(job.entity)
  const works = rows.map(row => readCells(job, row))
  const text = (name: string) =>
    works.flatMap(work => (typeof work.values[name] === 'string' ? [work.values[name]] : []))

  const tenants = await tenantsIn(db, job.scope)
  const only = job.scope.tenantId === null ? undefined : tenants.byId.get(job.scope.tenantId)
  for (const work of works) {
    work.tenant = only
    if (work.values.tenant === undefined) continue
    const found = tenants.named(String(work.values.tenant))
    if (found.length === 1) work.tenant = found[0]
    else refuse(work, 'tenant', found.length > 1 ? 'several_tenants' : 'unknown')
  }

  const places = await placesWith(db, job.scope, text('location_code'))
  for (const work of works) {
    if (work.values.location_code === undefined) continue
    const found = (places.get(String(work.values.location_code)) ?? []).filter(
      place => !work.tenant || place.tenant_id === work.tenant.id,
    )
    if (found.length === 1) {
      work.place = found[0]
      work.tenant = tenants.byId.get(found[0]?.tenant_id ?? '')
    } else refuse(work, 'location_code', found.length > 1 ? 'several_tenants' : 'unknown')
  }

  const existing = await existingWith(db, job.scope, spec, text(importerOf(job.entity).kind.key))
  for (const work of works)
    settleMode(job, work, existing.get(String(work.values[importerOf(job.entity).kind.key])) ?? [])
  for (const work of works)
    if (work.before && !work.tenant) work.tenant = tenants.byId.get(String(work.before.tenant_id))

  const linked = spec.takesSlots ? await slotsWith(db, job.scope, text('slot_serial')) : undefined
  for (const work of works) {
    if (!linked || work.values.slot_serial === undefined) continue
    work.slot = linked.get(String(work.values.slot_serial))?.find(slot => slot.tenant_id === work.tenant?.id)
    if (!work.slot) refuse(work, 'slot_serial', 'unknown')
  }

  const judged = await spec.many.judge(
    db,
    job.scope,
    works.map(work => draftOf(job, spec, work)),
    job.now,
  )
  const setups =
    spec.hasMeters && works.some(work => work.meters)
      ? await meterSetups().read(
          db,
          works.flatMap(work => (work.meters && work.before ? [work.id] : [])),
        )
      : new Map<string, object>()
  const names = {
    location: await wordsFor(
      db,
      'locations',
      'code',
      works.map(work => work.before?.location_id),
    ),
    slot: await wordsFor(
      db,
      'slots',
      'serial',
      works.map(work => work.before?.slot_id),
    ),
  }
  const checked = works.map((work, index) =>
    verdict(job, work, judged[index] as Judged, (setups.get(work.id) ?? null) as Stored | null, names),
  )
  if (spec.takesSlots) await keepPlaces(db, checked)
  return checked
}

function readCells({ entity, columns, now, custom }: Job, { line, cells }: Staged): Work {
  const spec = importerOf(entity)
  const work: Work = { line, id: newId(now), values: {}, present: new Set(), problems: [], also: {} }
  const inFile = columns.filter(column => !column.added).length
  // Spreadsheets end lines with empty cells of their own.
  const filled = cells.findLastIndex(cell => cell !== '') + 1
  if (cells.length < inFile || filled > columns.length)
    work.problems.push({
      column: null,
      code: 'ragged',
      params: { expected: inFile, found: Math.max(filled, Math.min(cells.length, inFile)) },
    })
  columns.forEach(({ name }, index) => {
    const text = cells[index]
    const column = name === null ? undefined : (spec.columns[name] ?? custom?.[name])
    if (!column || name === null || text === undefined) return
    work.present.add(name)
    if (text === '') return
    const reading = column.cell.read(text)
    if ('problem' in reading) work.problems.push({ column: name, ...reading.problem })
    else work.values[name] = reading.value
  })
  return work
}

/** Which entity the row means, and whether the mode allows it. */
function settleMode({ entity, mode }: Job, work: Work, found: Stored[]): void {
  const key = importerOf(entity).kind.key
  if (work.values[key] === undefined) {
    if (!work.problems.some(one => one.column === key)) refuse(work, key, 'required')
    return
  }
  const own = work.tenant ? found.filter(row => row.tenant_id === work.tenant?.id) : found
  // Where a key is everybody's, the tenant does not help to find it.
  const meant = importerOf(entity).keyIsGlobal ? found : own
  if (meant.length > 1) return refuse(work, key, 'several_tenants')
  const [before] = meant
  // A wrong tenant or location is reported in its own column, and explains why no row was found.
  if (!before)
    return void (
      mode === 'update' &&
      work.problems.every(one => one.column === null || !['tenant', 'location_code'].includes(one.column)) &&
      refuse(work, key, 'missing')
    )
  if (mode === 'create') return refuse(work, key, before.archived_at === null ? 'exists' : 'exists_archived')
  work.before = before
  // What is alike means the one that is there, which keeps its own spelling.
  if (importerOf(entity).alike) work.values[key] = before[importerOf(entity).key]
  work.id = String(before.id)
  if (before.archived_at !== null && work.values.active !== true) refuse(work, key, 'archived')
}

const refuse = (work: Work, column: string, code: string): void => void work.problems.push({ column, code })

function verdict(
  job: Job,
  work: Work,
  judged: Judged,
  metersBefore: Stored | null,
  names: Parameters<typeof changesOf>[3],
): Checked {
  const { entity } = job
  const spec = importerOf(entity)
  const reportedColumns = new Set(work.problems.map(one => one.column))
  // What would change nothing that exists need not be complete.
  const lost = job.mode === 'update' && !work.before
  // A rule's problem is reported at the column of its field, unless that cell could not be read, which says enough.
  for (const [field, found] of Object.entries(judged.problems)) {
    const column = columnOf(spec, field)
    if (reportedColumns.has(column) || (lost && (column === null || !work.present.has(column)))) continue
    for (const { code, params } of found)
      work.problems.push({ column, code, ...(params && { params: limitsIn(spec, column, params) }) })
  }
  const meters =
    work.meters &&
    meterColumns.some(
      name =>
        work.meters?.[meterField(name)] !== undefined &&
        work.meters[meterField(name)] !== metersBefore?.[meterField(name)],
    )
      ? work.meters
      : null
  const settled = { ...work, problems: inOrder(entity, work.problems) }
  return {
    line: work.line,
    problems: settled.problems,
    judged,
    meters,
    metersBefore,
    key:
      work.values[importerOf(entity).kind.key] === undefined
        ? null
        : `${spec.keyIsGlobal ? '' : (work.tenant?.id ?? '')} ${(spec.alike?.keyOf ?? String)(String(work.values[importerOf(entity).kind.key]))}`,
    claim: work.slot?.id ?? singleOf(spec, work),
    action: work.before ? 'update' : job.mode === 'update' ? null : 'create',
    unchanged: work.before !== undefined && !judged.changes && !meters,
    changes: work.before ? changesOf(job, settled, judged, names, metersBefore) : [],
    needsReason: judged.needsReason || (work.before !== undefined && meters !== null),
  }
}

const singleOf = ({ single }: Importer, { values, tenant }: Work): string | null =>
  single && typeof values[single.column] === 'string'
    ? `${tenant?.id ?? ''} ${single.keyOf(values[single.column] as string)}`
    : null

export const meterField = (column: (typeof meterColumns)[number]): keyof MeterSetupInput =>
  column === 'price_per_impulse' ? 'price_per_impulse_minor' : column

function columnOf({ columns }: Importer, field: string): string | null {
  if (field.startsWith('custom.')) return field.replace('.', '-')
  return (
    Object.keys(columns).find(name => columns[name]?.field === field) ?? (field in columns ? field : null)
  )
}

/** In the order of the template, so that the same errors always read the same. */
function inOrder(entity: ImportEntity, problems: ImportProblem[]): ImportProblem[] {
  const place = (column: string | null) =>
    column === null ? -1 : importerOf(entity).kind.columns.findIndex(one => one.name === column)
  return problems.toSorted((a, b) => place(a.column) - place(b.column))
}
