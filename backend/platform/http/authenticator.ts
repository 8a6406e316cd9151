/**
 * Who asks and what they see, as the wing of identity tells it: `app.ts` hands it to the API, since what serves
 * requests knows no sign-in.
 */
import type { Deps } from '../deps'
import type { Actor, NarrowingRule } from '../request/actor'

export type Identity = Omit<Actor, 'ip' | 'requestId'>

export interface Authenticator {
  /**
   * From `Authorization: Bearer …`, sent from `ip`. Throws Problem 401, and 429 after many wrong tokens from one
   * address.
   */
  identify(deps: Deps, authorization: string | undefined, ip: string): Promise<Identity>
  /** Throws Problem 403 where a token may not be used from this address. */
  demandAddress(actor: Pick<Actor, 'addresses'>, ip: string): void
  /** Throws Problem 403 `proof_due` where a second factor has to be shown once more. */
  demandProof(deps: Deps, actor: Actor): Promise<void>
  /** The same database with the part alone that these rules leave. */
  narrowedDb(db: Deps['db'], rules: readonly NarrowingRule[], userId: string): Deps['db']
}
