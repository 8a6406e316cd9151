/** Many rows of a store at once, by the same contract, rules and audit as a single write. */
import { recordChanges } from '../audit/audit.service'
import { fieldProblems } from '../contract/field-problems'
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Actor, Scope } from '../http/actor'
import { insertMany, type ColumnType, type Columns } from './bulk'
import type { Stored } from './columns'
import type { Db } from './database'
import { addWritten, searchOf, strictOf, usableReferences } from './drafts'
import { type RawDraft, type Judged, type Restored, type Writing, type Many, RowsMoved } from './judged'
import { updateMany } from './update-many'
import { problem, type Problems, type Rules } from './rules'
import type { Machinery } from './store'
import { rowsOf } from './store-rows'

export function manyOf<Input>(
  machinery: Machinery,
  rules: Rules<Input>,
  types: Readonly<Record<string, ColumnType>>,
): Many {
  const { contract, spec } = machinery
  const schema = strictOf(contract)

  function read(raw: Record<string, unknown>): { input: Record<string, unknown>; problems: Problems } {
    const whole = schema.safeParse(raw, { reportInput: true })
    if (whole.success) return { input: whole.data, problems: {} }
    // What can be read is judged too, so that every error is told at once.
    const fields = Object.entries(contract.input.shape).flatMap(([field, shape]) => {
      const one = (shape as typeof contract.input).safeParse(raw[field])
      return one.success ? [[field, one.data] as const] : []
    })
    return { input: Object.fromEntries(fields), problems: fieldProblems(whole.error) }
  }

  async function judge(db: Db, scope: Scope, drafts: readonly RawDraft[], now: number): Promise<Judged[]> {
    const readDrafts = drafts.map(draft => ({ draft, ...read(draft.raw) }))
    const usable = await usableReferences(
      machinery,
      db,
      scope,
      readDrafts.map(({ input }) => input),
    )
    const verdicts = await rules.judge(
      db,
      readDrafts.map(({ draft: { id, before }, input }) => ({
        id,
        before,
        input: input as Partial<Input>,
        now,
      })),
    )
    const leaving = drafts.flatMap(({ id, before, also }) =>
      before && before.archived_at === null && also?.archived_at ? [id] : [],
    )
    const kept = leaving.length > 0 ? await rules.kept?.(db, leaving) : undefined
    return readDrafts.map(({ draft, input, problems }, index) => {
      const verdict = verdicts[index] ?? { columns: {}, problems: {} }
      const stuck = kept?.get(draft.id)
      const all: Problems = { ...(stuck && problem('active', stuck.code)), ...verdict.problems, ...problems }
      const columns: Stored = {}
      for (const [field, value] of Object.entries(input)) {
        const reference = spec.columns[field]?.reference
        if (reference && value !== null && !usable(reference.table, String(value)))
          Object.assign(all, problem(field, 'unknown'))
        addWritten(columns, machinery, field, value)
      }
      Object.assign(columns, verdict.columns, draft.also)
      columns.search = searchOf(machinery, draft.before ? { ...draft.before, ...columns } : columns)
      const differs = (names: readonly string[]) =>
        draft.before !== undefined && names.some(name => columns[name] !== draft.before?.[name])
      return {
        ...draft,
        input,
        columns,
        problems: all,
        changes:
          draft.before === undefined || differs(Object.keys(columns).filter(name => name !== 'search')),
        needsReason: differs(
          (contract.reasoned ?? [])
            .filter(field => input[field] !== undefined)
            .flatMap(field => Object.keys(spec.columns[field]?.write?.(input[field]) ?? {})),
        ),
      }
    })
  }

  async function write(db: Db, actor: Actor, judged: readonly Judged[], writing: Writing): Promise<void> {
    const good = judged.filter(one => Object.keys(one.problems).length === 0)
    const created = good.filter(one => !one.before)
    const changed = good.filter(one => one.before && one.changes)
    const before = await wireRows(db, changed, writing.now)
    await rules.effects?.(
      db,
      changed.map(one => ({
        id: one.id,
        before: one.before,
        input: one.input as Partial<Input>,
        now: writing.now,
      })),
    )
    await insertAll(
      db,
      alike(created).map(one => ({
        id: one.id,
        version: 1,
        archived_at: null,
        created_at: writing.now,
        updated_at: writing.now,
        ...one.columns,
      })),
    )
    await updateAll(db, alike(changed), writing.now)
    await audit(db, actor, [...created, ...changed], before, writing)
  }

  async function restore(
    db: Db,
    actor: Actor,
    rows: readonly Restored[],
    writing: Writing & { action: string },
  ): Promise<void> {
    const before = await wireRows(db, rows, writing.now)
    const drafts = rows.map(one => ({
      id: one.id,
      before: one.before,
      input: inputOf({ ...one.before, ...one.columns }, writing.now) as Partial<Input>,
      now: writing.now,
    }))
    const anew = await rules.restores?.(db, drafts)
    await rules.effects?.(db, drafts)
    await updateAll(
      db,
      alike(
        rows.map((one, index) => ({
          ...one,
          columns: {
            ...one.columns,
            ...anew?.[index],
            search: searchOf(machinery, { ...one.before, ...one.columns }),
          },
        })),
      ),
      writing.now,
    )
    await audit(db, actor, rows, before, writing)
  }

  async function audit(
    db: Db,
    actor: Actor,
    rows: readonly (RawRow & { noted?: Judged['noted'] })[],
    before: Map<unknown, Stored>,
    { now, reason, noted, action }: Writing & { action?: string },
  ): Promise<void> {
    const sidePanel = new Map(rows.map(row => [row.id, row.noted]))
    const after = await rowsOf(
      machinery,
      db,
      rows.map(row => row.id),
      now,
    )
    await recordChanges(
      db,
      actor,
      after.map(row => {
        const id = String(row._id)
        const was = before.get(id)
        const more = sidePanel.get(id)
        return {
          entity: contract.one,
          id,
          tenantId:
            spec.ownedBy === null
              ? SYSTEM_TENANT
              : spec.ownedBy === 'id'
                ? id
                : (row.tenant as { _id: string })._id,
          action: action ?? (was ? 'update' : 'create'),
          // Both were read for this entry alone: adding to them costs a tenth of copying them.
          before: was ? Object.assign(was, more?.before) : null,
          after: Object.assign(row, more?.after, reason !== undefined && was ? { reason } : undefined, noted),
        }
      }),
      now,
    )
  }

  const wireRows = async (db: Db, rows: readonly RawRow[], now: number) =>
    new Map<unknown, Stored>(
      (
        await rowsOf(
          machinery,
          db,
          rows.map(row => row.id),
          now,
        )
      ).map(row => [row._id, row]),
    )
  const inputOf = (stored: Stored, now: number): Record<string, unknown> =>
    Object.fromEntries(
      Object.keys(contract.input.shape).map(field => {
        const map = spec.columns[field]
        const read = map?.reference ? stored[map.column ?? field] : map?.read(stored, now, field)
        return [field, map?.input ? map.input(stored) : read]
      }),
    )

  const typed = (rows: readonly Stored[]) => {
    const names = Object.keys(rows[0] ?? {})
    const all: Record<string, ColumnType> = {
      id: 'text',
      version: 'bigint',
      archived_at: 'bigint',
      created_at: 'bigint',
      updated_at: 'bigint',
      search: 'text',
      tenant_id: 'text',
      ...types,
    }
    for (const name of names)
      if (!all[name]) throw new Error(`${spec.table}.${name} has no type for many rows`)
    return Object.fromEntries(names.map(name => [name, all[name] as ColumnType]))
  }

  const insertAll = (db: Db, rows: Stored[]): Promise<void> => insertMany(db, spec.table, typed(rows), rows)

  async function updateAll(db: Db, given: readonly RawRow[], now: number): Promise<void> {
    const rows: Stored[] = given.map(one => ({
      id: one.id,
      version: one.before?.version,
      updated_at: now,
      ...one.columns,
    }))
    if (rows.length === 0) return
    // The version is a key and a value: of two writers that read the same one, one finds no row.
    const versioned = rows.map((row): Stored => ({
      ...row,
      version: Number(row.version) + 1,
      read_version: row.version,
    }))
    const done = await updateMany(
      db,
      spec.table,
      { id: 'id', version: 'read_version' },
      { ...typed(rows), read_version: 'bigint' } as Columns<Stored>,
      versioned,
    )
    if (done !== rows.length) throw new RowsMoved()
  }

  return {
    contract,
    machinery,
    judge,
    write,
    restore,
    inputOf,
  }
}

interface RawRow {
  id: string
  before?: Stored | undefined
  columns: Stored
}

/** One statement has one set of columns: what a row does not say is as it was. */
function alike(rows: readonly RawRow[]): RawRow[] {
  const names = [...new Set(rows.flatMap(row => Object.keys(row.columns)))]
  return rows.map(({ id, before, columns }) => ({
    id,
    before,
    columns: Object.fromEntries(
      names.map(name => [name, columns[name] ?? (name in columns ? null : (before?.[name] ?? null))]),
    ),
  }))
}
