import { sql, type RawBuilder } from 'kysely'
import { allows } from '../../platform/contract/permissions'
import { derived, readOnly, readOnlyRefTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { wordsOfItsRecords } from '../../platform/db/words-of'
import type { Asker } from '../../platform/request/actor'
import { approvalsContract } from './approvals.contract'
import { answersKind, approvalKinds, readsKind } from '../../workflow/second-person/approval-kinds.contract'
import { readerAdds, readerColumns } from '../../workflow/second-person/reader-part'
import { requestColumns, stateOf } from '../../workflow/second-person/request-columns'
import type { ApprovalBody } from '../../accounting/approval-kinds/approval-bodies.table'

const kindsOf = (asker: Asker, of: typeof answersKind): RawBuilder<boolean> => {
  const kinds = approvalKinds.filter(kind => allows(asker.permissions, of[kind]))
  return kinds.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`t.kind in (${sql.join(kinds)})`
}

const parse = <T>(text: unknown): T | null => (typeof text === 'string' ? (JSON.parse(text) as T) : null)

const state = stateOf()

/** A view unites requests of all kinds with proposed decisions of repairs. */
export const approvalsStore = defineStore(approvalsContract, {
  table: 'approval_requests',
  rowsOf: 'approval_requests',
  ownedBy: 'tenant_id',
  visibleTo: asker => kindsOf(asker, readsKind),
  columns: {
    ...requestColumns,
    state: state.column,
    kind: readOnly('kind'),
    slot: readOnlyRefTo('slot_id', 'slots', 'serial'),
    level_name: readOnly('level_name'),
    day: readOnly('day'),
    through: readOnly('through'),
    record: readOnly('record_id'),
    asked: derived(['body', 'edit_id'], row =>
      requestedChangeOf(parse<ApprovalBody>(row.body), row.edit_id === null ? null : String(row.edit_id)),
    ),
    moved: derived(
      ['effect'],
      row => parse<{ total: { net_win: object } }>(row.effect)?.total.net_win ?? null,
    ),
    effect: derived(['effect'], row => {
      const effect = parse<object>(row.effect)
      return effect && { hours: [], days: [], more: false, ...effect }
    }),
    cause: readOnly('cause'),
    ...readerColumns,
  },
  adds: readerAdds,
  search: () => [],
  searchedIn: wordsOfItsRecords({ slots: 'slot_id', locations: 'location_id' }, ['level_name']),
  filters: { state: state.filter },
  setFilters: {
    part: (values, { scope: { asker } }) => {
      const own = (value: string) =>
        !asker
          ? sql<boolean>`1 = 0`
          : value === 'asked'
            ? sql<boolean>`t.asked_by_id = ${asker.id}`
            : sql<boolean>`(t.asked_by_id <> ${asker.id} and ${kindsOf(asker, answersKind)})`
      return Promise.resolve(sql<boolean>`(${sql.join(values.map(own), sql` or `)})`)
    },
  },
})

function requestedChangeOf(body: ApprovalBody | null, edit: string | null) {
  if (!body) return null
  return {
    reports:
      'days' in body ? body.days.flatMap(({ reports }) => reports) : 'month' in body ? body.reports : [],
    accepted: 'days' in body ? body.accepted.length : 0,
    left_out: 'days' in body ? (body.leave_out ?? []) : [],
    message:
      'does' in body && body.does !== 'set_back'
        ? {
            does: body.does,
            smib: body.smib,
            at: body.at,
            message_seq_nr: body.message_seq_nr,
            shown: body.shown ?? null,
          }
        : null,
    edit,
    back: 'does' in body && body.does === 'set_back' ? body.asked : null,
  }
}
