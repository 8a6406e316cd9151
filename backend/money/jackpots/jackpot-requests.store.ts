import { sql } from 'kysely'
import { allows } from '../../platform/contract/permissions'
import { invalidField, Problem } from '../../platform/contract/problem'
import { plain, readOnly, readOnlyRefTo, refTo } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import { answersKind, levelKinds } from '../../workflow/second-person/approval-kinds.contract'
import { newRequest } from '../../workflow/second-person/asking.service'
import { readerAdds, readerColumns } from '../../workflow/second-person/reader-part'
import { requestColumns, stateOf } from '../../workflow/second-person/request-columns'
import {
  ANSWER_WITHIN_MS,
  deedOf,
  jackpotRequestsContract,
  kindOf,
  type LevelDeed,
} from './requests.contract'

const state = stateOf()

export const jackpotRequestsStore = defineStore(jackpotRequestsContract, {
  table: 'approvals',
  only: sql<boolean>`t.kind in (${sql.join(levelKinds)})`,
  columns: {
    ...requestColumns,
    ...readerColumns,
    level_name: readOnly('level_name'),
    kind: {
      ...plain('kind'),
      read: ({ kind }) => deedOf(String(kind)),
      write: deed => ({ kind: kindOf(deed as LevelDeed) }),
      filterValue: deed => kindOf(deed as LevelDeed),
    },
    state: state.column,
    jackpot: readOnlyRefTo('jackpot_id', 'jackpots', 'name'),
    level: refTo('level_id', 'jackpot_levels', 'name'),
  },
  adds: readerAdds,
  search: ({ level_name }) => [level_name as string],
  filters: { state: state.filter },
  prepare: async ({ db, actor, scope, now, input }) => {
    const kind = kindOf(input.kind)
    if (!allows(actor.permissions, answersKind[kind]))
      throw new Problem(403, 'forbidden', { details: { permission: answersKind[kind] } })
    // Held: of two who ask at once the second finds the first one's request.
    const level = await db
      .updateTable('jackpot_levels')
      .set(row => ({ updated_at: row.ref('updated_at') }))
      .where('id', '=', input.level)
      .$if(scope.tenantId !== null, query => query.where('tenant_id', '=', scope.tenantId ?? ''))
      .returningAll()
      .executeTakeFirst()
    if (!level) throw invalidField('level', 'unknown')
    if (input.kind === 'reset' && level.state !== 'hit') throw invalidField('kind', 'level_running')
    if (input.kind === 'regenerate' && level.kind !== 'mystery') throw invalidField('kind', 'only_mystery')
    if (input.kind === 'regenerate' && level.state === 'hit') throw invalidField('kind', 'level_hit')
    const { id, tenant_id, location_id, jackpot_id, name: level_name } = level
    return newRequest(
      { db, actor, now },
      { kind, about: `level ${id}`, tenant_id, location_id, jackpot_id, level_name },
      { refusal: () => invalidField('level', 'request_waits'), within: ANSWER_WITHIN_MS },
    )
  },
})
