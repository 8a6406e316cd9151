/** The three answers to requests of a kind that has a list of its own. */
import type { ActionContract, ActionResult, Contract } from '../../platform/contract/contract'
import type { Api } from '../../platform/http/api'
import { command } from '../../platform/http/commands'
import type { Store } from '../../platform/store/store-spec'
import type { StoredKind } from './approval-kinds.contract'
import { answerRequest, type Answering } from './answering.service'

interface RequestRow {
  _id: string
  state: string
}
type RequestContract = Contract & { actions: Record<Answering, ActionContract> }

/** `kindOf` says what a row is a request for; `skips` why one that waits cannot be answered so, if anything. */
export function requestCommands<C extends RequestContract, Row extends RequestRow>(
  api: Api,
  store: Store<C> & { get: (...args: never[]) => Promise<Row> },
  summaries: Readonly<Record<Answering, string>>,
  {
    kindOf,
    skips = () => null,
  }: { kindOf: (row: Row) => StoredKind; skips?: (row: Row, how: Answering) => string | null },
): void {
  for (const how of ['approve', 'refuse', 'withdraw'] as const)
    command(
      api,
      store as unknown as Store,
      store.contract.actions[how] as ActionContract,
      summaries[how],
      async (context, rows, input) => {
        const results: ActionResult[] = []
        for (const row of rows as Row[]) {
          const skipped = row.state === 'waiting' ? skips(row, how) : row.state
          if (skipped === null) {
            const request = { _id: row._id, kind: kindOf(row), record: row._id }
            await answerRequest(context, request, how, (input as { reason: string }).reason)
          }
          results.push({
            id: row._id,
            ...(skipped === null ? { outcome: 'done' } : { outcome: 'skipped', reason: skipped }),
          })
        }
        return results
      },
    )
}
