/** Many rows of a store at once, by the same contract, rules and audit as a single write. */
import { fieldProblems } from '../contract/field-problems'
import type { Actor, Scope } from '../request/actor'
import type { Stored } from './columns'
import type { Db } from '../db/database'
import { addWritten, searchOf, strictOf, usableReferences } from './drafts'
import type { Judged, BulkWriter, RawDraft, Restored, Writing } from './judged'
import { problem, type Problems, type Rules } from './rules'
import { formColumnTypes } from './form-columns'
import type { StoreBase } from './store-spec'
import { insertRows, tellRows, updateRows, type ColumnTypes, type WrittenRow } from './store-changes'
import { rowsOf } from './store-rows'

/** `others`: how columns are stored that the form's fields do not describe. */
export function bulkWriterOf<Input>(store: StoreBase, rules: Rules<Input>, others: ColumnTypes): BulkWriter {
  const { contract, spec } = store
  const types = { ...formColumnTypes(contract), ...others }
  const schema = strictOf(contract)

  function read(raw: Record<string, unknown>): { input: Record<string, unknown>; problems: Problems } {
    const whole = schema.safeParse(raw, { reportInput: true })
    if (whole.success) return { input: whole.data, problems: {} }
    // What can be read is judged too, so that every error is reported at once.
    const fields = Object.entries(contract.input.shape).flatMap(([field, shape]) => {
      const one = (shape as typeof contract.input).safeParse(raw[field])
      return one.success ? [[field, one.data] as const] : []
    })
    return { input: Object.fromEntries(fields), problems: fieldProblems(whole.error) }
  }

  async function judge(db: Db, scope: Scope, drafts: readonly RawDraft[], now: number): Promise<Judged[]> {
    const readDrafts = drafts.map(draft => ({ draft, ...read(draft.raw) }))
    const usable = await usableReferences(
      store,
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
    const kept = leaving.length > 0 ? await rules.archiveBlockers?.(db, leaving) : undefined
    return readDrafts.map(({ draft, input, problems }, index) => {
      const verdict = verdicts[index] ?? { columns: {}, problems: {} }
      const stuck = kept?.get(draft.id)
      const all: Problems = { ...(stuck && problem('active', stuck.code)), ...verdict.problems, ...problems }
      const columns: Stored = {}
      for (const [field, value] of Object.entries(input)) {
        const reference = spec.columns[field]?.reference
        if (reference && value !== null && !usable(reference.table, String(value)))
          Object.assign(all, problem(field, 'unknown'))
        addWritten(columns, store, field, value)
      }
      Object.assign(columns, verdict.columns, draft.also)
      columns.search = searchOf(store, draft.before ? { ...draft.before, ...columns } : columns)
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
    await insertRows(store, db, alike(created), writing.now, types)
    await updateRows(store, db, alike(changed), writing.now, types)
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
    await updateRows(
      store,
      db,
      alike(
        rows.map((one, index) => ({
          ...one,
          columns: {
            ...one.columns,
            ...anew?.[index],
            search: searchOf(store, { ...one.before, ...one.columns }),
          },
        })),
      ),
      writing.now,
      types,
    )
    await audit(db, actor, rows, before, writing)
  }

  async function audit(
    db: Db,
    actor: Actor,
    rows: readonly (WrittenRow & { auditExtras?: Judged['auditExtras'] })[],
    before: Map<unknown, Stored>,
    writing: Writing & { action?: string },
  ): Promise<void> {
    const after = await wireRows(db, rows, writing.now)
    await tellRows(
      store,
      db,
      actor,
      rows.map(({ id, before: was, columns, auditExtras }) => ({
        id,
        before: before.get(id) ?? null,
        after: after.get(id) ?? null,
        stored: { ...was, ...columns },
        auditExtras,
      })),
      writing,
    )
  }

  const wireRows = async (db: Db, rows: readonly WrittenRow[], now: number) =>
    new Map<unknown, Stored>(
      (
        await rowsOf(
          store,
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

  return {
    contract,
    store,
    judge,
    write,
    restore,
    inputOf,
  }
}

/** One statement has one set of columns: what a row does not say is as it was. */
function alike(rows: readonly WrittenRow[]): WrittenRow[] {
  const names = [...new Set(rows.flatMap(row => Object.keys(row.columns)))]
  return rows.map(({ id, before, columns }) => ({
    id,
    before,
    columns: Object.fromEntries(
      names.map(name => [name, columns[name] ?? (name in columns ? null : (before?.[name] ?? null))]),
    ),
  }))
}
