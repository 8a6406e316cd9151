/** Commands over records: of an entity's own actions, each with an outcome per record. */
import { z } from 'zod'
import { type ActionContract, type ActionResult, type Contract, type RowOf } from '../contract/contract'
import { MAX_IDS, type ListRequest } from '../contract/list'
import { matchingRequest } from '../contract/matching'
import { id } from '../contract/primitives'
import { invalidField } from '../contract/problem'
import type { Store } from '../store/store-spec'
import type { Api, EndpointContext } from './api'

export const actionResult = z.object({
  id,
  outcome: z.enum(['done', 'skipped']),
  reason: z.string().optional(),
})

export const oneTimeSecret = z.string().nullable().meta({ description: 'Readable in this answer alone' })

const targets = z.object({
  ids: z.array(id).min(1).max(MAX_IDS).optional(),
  matching: matchingRequest.optional(),
})

export type CommandContext = EndpointContext<undefined, undefined, unknown>
type Perform<Row, Input> = (context: CommandContext, rows: Row[], input: Input) => Promise<ActionResult[]>

/** A command that has nothing to gain from seeing all its rows at once. */
export const each =
  <Row extends { _id: string }, Input>(
    perform: (context: CommandContext, row: Row, input: Input) => Promise<Omit<ActionResult, 'id'>>,
  ): Perform<Row, Input> =>
  async (context, rows, input) => {
    const results: ActionResult[] = []
    for (const row of rows) results.push({ id: row._id, ...(await perform(context, row, input)) })
    return results
  }

/**
 * A command over one record whose answer has a secret that can be read this once. The body is that of every command,
 * with one id.
 */
export function revealingCommand<C extends Contract, A extends ActionContract>(
  api: Api,
  store: Store<C>,
  action: A,
  summary: string,
  perform: (
    context: CommandContext,
    row: RowOf<C>,
    input: z.output<A['input']>,
  ) => Promise<Omit<ActionResult, 'id'> & { secret: string | null }>,
): void {
  api.endpoint(
    {
      method: 'POST',
      path: action.path,
      family: store.contract.family,
      summary,
      permission: action.permission,
      body: z.strictObject({ ids: z.array(id).length(1), ...action.input.shape }),
      write: true,
      oneTime: 'secret',
      response: z.object({ results: z.array(actionResult), secret: oneTimeSecret }),
    },
    async context => {
      const { ids, ...input } = context.body as { ids: string[] }
      const [row] = await store.getAll(context.db, context.scope, ids, context.now)
      const { secret, ...result } = await perform(
        context as CommandContext,
        row as RowOf<C>,
        input as z.output<A['input']>,
      )
      return { results: [{ id: ids[0], ...result }], secret }
    },
  )
}

/**
 * A command over `ids`, or over all that `matching` filters find, in one transaction: every result or none.
 * `perform` answers 'skipped' with a reason for what the command does not apply to; an id out of scope answers 404 for
 * the whole.
 */
export function command<C extends Contract, A extends ActionContract>(
  api: Api,
  store: Store<C>,
  action: A,
  summary: string,
  perform: Perform<RowOf<C>, z.output<A['input']>>,
): void {
  const body = targets.extend(action.input.shape).strict()
  api.endpoint(
    {
      method: 'POST',
      path: action.path,
      family: store.contract.family,
      summary,
      permission: action.permission,
      body,
      write: true,
      response: z.object({ results: z.array(actionResult) }),
    },
    async context => {
      const { ids: given, matching, ...input } = context.body as z.output<typeof targets>
      if ((given === undefined) === (matching === undefined)) throw invalidField('ids', 'required')
      const ids = given
        ? [...new Set(given)]
        : await store.idsMatching(context.db, context.scope, matching as ListRequest, context.now)
      const rows = await store.getAll(context.db, context.scope, ids, context.now)
      return { results: await perform(context as CommandContext, rows, input as z.output<A['input']>) }
    },
  )
}
