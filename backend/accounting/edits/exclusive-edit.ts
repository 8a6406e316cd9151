import type { Db } from '../../platform/db/database'
import type { EndpointContext } from '../../platform/http/api'
import { attemptOf, once } from '../../platform/http/idempotency'
import { whileNothingIsStored } from '../../telemetry/rawdata/ruled-judgement.service'

type Context = EndpointContext<unknown, unknown, unknown>
type Named<Asked extends Context> = (asked: Asked) => Promise<unknown>

/** Whom no rules narrow sees what there is: the work itself finds it, or throws 404. */
const inSight = async <Asked extends Context>(context: Asked, named: Named<Asked>): Promise<void> => {
  if (context.actor.rules) await named(context)
}

/** `named` finds what is edited among what rules leave to whom asks, and throws 404 for the rest. */
export async function seenWhole<Asked extends Context>(
  context: Asked,
  named: Named<Asked>,
): Promise<Asked & { db: Db }> {
  await inSight(context, named)
  return { ...context, db: context.deps.db }
}

/** As `seenWhole`; in one transaction, and nothing is worked out from the slot's readings meanwhile. */
export async function alone<Asked extends Context>(
  context: Asked,
  named: Named<Asked>,
  work: (who: Asked & { db: Db }) => Promise<unknown>,
): Promise<never> {
  await inSight(context, named)
  return whileNothingIsStored(context.deps, () =>
    once(context.deps, attemptOf(context), db => work({ ...context, db })),
  ) as Promise<never>
}
