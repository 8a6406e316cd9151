/** A location's chain, read in pieces: it grows by two documents a day for years. */
import { setImmediate } from 'node:timers/promises'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Scope } from '../../platform/request/actor'
import { emptyChain, followLink, type ChainProblem } from './chain-check'
import { trustedKeys, type PublicKeyRow } from './key-chain'
import { readKeys } from './seal-keys.service'
import { CHAIN_FORMAT, CHAIN_PIECE } from './seals.contract'

export async function publicKeys(db: Db): Promise<PublicKeyRow[]> {
  const keys = await readKeys(db)
  return keys.map(({ id, public_key, change, old_signature, new_signature }) => ({
    id,
    public_key,
    change,
    old_signature,
    new_signature,
  }))
}

const linksAfter = (db: Db, locationId: string, after: number) =>
  db
    .selectFrom('seals')
    .select(['number', 'hash', 'code', 'signature', 'body'])
    .where('location_id', '=', locationId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(CHAIN_PIECE)
    .execute()

/** Throws 404 for a location that is another tenant's. */
async function locationOf(db: Db, { tenantId }: Scope, locationId: string) {
  const location = await db
    .selectFrom('locations')
    .select(['id', 'code', 'name'])
    .where('id', '=', locationId)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId ?? ''))
    .executeTakeFirst()
  if (!location) throw new Problem(404, 'not_found')
  return { _id: location.id, code: location.code, name: location.name }
}

export async function readChain(db: Db, scope: Scope, locationId: string, after: number) {
  const location = await locationOf(db, scope, locationId)
  const links = await linksAfter(db, locationId, after)
  return {
    format: CHAIN_FORMAT,
    keys: await publicKeys(db),
    location,
    links,
    next: links.length < CHAIN_PIECE ? null : (links.at(-1)?.number ?? null),
  }
}

const YIELD_EVERY = 5

export interface ChainCheck {
  ok: boolean
  /** Links that are good. */
  checked: number
  problem: ChainProblem | 'keys' | 'end_missing' | null
  /** The number at which it breaks. */
  at: number | null
}

export const checkChainOf = async (db: Db, scope: Scope, locationId: string) => ({
  location: await locationOf(db, scope, locationId),
  ...(await checkChain(db, locationId)),
})

/** From its first link to its end, as the head names it. */
export async function checkChain(db: Db, locationId: string): Promise<ChainCheck> {
  const { keys, problem } = trustedKeys(await readKeys(db))
  if (problem !== null) return { ok: false, checked: 0, problem: 'keys', at: null }
  const state = emptyChain()
  for (;;) {
    const links = await linksAfter(db, locationId, state.number)
    for (const [at, link] of links.entries()) {
      // Others are served between: a document takes some milliseconds.
      if (at % YIELD_EVERY === 0) await setImmediate()
      const found = followLink(state, link, keys)
      if (found) return { ok: false, checked: state.number, problem: found, at: link.number }
    }
    if (links.length < CHAIN_PIECE) break
  }
  const head = await db
    .selectFrom('seal_heads')
    .selectAll()
    .where('location_id', '=', locationId)
    .executeTakeFirst()
  const isWhole = (head?.number ?? 0) === state.number && (head?.hash || null) === state.hash
  return isWhole
    ? { ok: true, checked: state.number, problem: null, at: null }
    : { ok: false, checked: state.number, problem: 'end_missing', at: state.number + 1 }
}
