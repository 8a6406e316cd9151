import type { Db } from '../db/database'
import type { EndpointContext } from '../http/api'
import { once } from '../http/idempotency'
import { whileNothingIsStored } from '../rawdata/ruled-judgement.service'

type Context = EndpointContext<unknown, unknown, unknown>

/** In one transaction, and nothing is worked out from the slot's readings meanwhile. */
export const alone = (context: Context, work: (who: Context & { db: Db }) => Promise<unknown>) =>
  whileNothingIsStored(context.deps, () =>
    once(
      context.deps,
      {
        key: context.request.headers.get('idempotency-key') ?? undefined,
        actor: context.actor,
        method: context.request.method,
        path: new URL(context.request.url).pathname,
        body: context.body,
      },
      db => work({ ...context, db }),
    ),
  )
