import type { Db } from '../db/database'
import type { EndpointContext } from '../http/api'
import { attemptOf, once } from '../http/idempotency'
import { whileNothingIsStored } from '../rawdata/ruled-judgement.service'

type Context = EndpointContext<unknown, unknown, unknown>

/** In one transaction, and nothing is worked out from the slot's readings meanwhile. */
export const alone = (context: Context, work: (who: Context & { db: Db }) => Promise<unknown>) =>
  whileNothingIsStored(context.deps, () =>
    once(context.deps, attemptOf(context), db => work({ ...context, db })),
  )
