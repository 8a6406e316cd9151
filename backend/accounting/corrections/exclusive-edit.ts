import type { Db } from '../../platform/db/database'
import type { EndpointContext } from '../../platform/http/api'
import { attemptOf, once } from '../../platform/http/idempotency'
import { whileNothingIsStored } from '../../telemetry/rebooking/ruled-judgement.service'

type Context = EndpointContext<unknown, unknown, unknown>
type Named<Call extends Context> = (call: Call) => Promise<unknown>

/** Without access rules nothing is hidden from the user, so the work itself finds the row or throws 404. */
const inSight = async <Call extends Context>(context: Call, named: Named<Call>): Promise<void> => {
  if (context.actor.rules) await named(context)
}

/** `named` finds what is edited among the rows that the user's rules allow, and throws 404 for others. */
export async function withUnrestrictedDb<Call extends Context>(
  context: Call,
  named: Named<Call>,
): Promise<Call & { db: Db }> {
  await inSight(context, named)
  return { ...context, db: context.deps.db }
}

/** As `withUnrestrictedDb`, in one transaction; meanwhile nothing else is booked from the slot's readings. */
export async function runExclusively<Call extends Context>(
  context: Call,
  named: Named<Call>,
  work: (who: Call & { db: Db }) => Promise<unknown>,
): Promise<never> {
  await inSight(context, named)
  return whileNothingIsStored(context.deps, () =>
    once(context.deps, attemptOf(context), db => work({ ...context, db })),
  ) as Promise<never>
}
