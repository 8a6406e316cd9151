import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { allows } from '../../platform/contract/permissions'
import { invalidField, Problem } from '../../platform/contract/problem'
import { derived, readOnly, readOnlyRefTo, type Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import { defineStore } from '../../platform/store/store'
import { lastsMs, shareLinksContract, SHARED_PAGE } from './share-links.contract'
import type { Shareables } from './shareables'

export const shareLinksStore = (shareables: Shareables) =>
  defineStore(shareLinksContract, {
    table: 'share_links',
    ownedBy: 'tenant_id',
    columns: {
      tenant: readOnlyRefTo('tenant_id', 'tenants', 'name'),
      location: readOnlyRefTo('location_id', 'locations', 'name'),
      document: readOnly('document'),
      period: readOnly('period'),
      revision: readOnly('revision'),
      state: derived(['revoked_at', 'expires_at'], stateOf),
      starts_with: readOnly('starts_with'),
      expires_at: readOnly('expires_at'),
      revoked_at: readOnly('revoked_at'),
      opened: readOnly('opened'),
      last_opened_at: readOnly('last_opened_at'),
      last_opened_address: readOnly('last_opened_address'),
      created_by: readOnly('created_by'),
    },
    search: ({ name, document, period }) => [name, document, period] as string[],
    filters: {
      state: (value: string, now: number) =>
        ({
          revoked: sql<boolean>`t.revoked_at is not null`,
          expired: sql<boolean>`t.revoked_at is null and t.expires_at <= ${now}`,
          active: sql<boolean>`t.revoked_at is null and t.expires_at > ${now}`,
        })[value as ReturnType<typeof stateOf>],
    },
    prepare: async ({ db, actor, scope, now, input }) => {
      const { kind, lasts } = input
      const found = await shareables[kind].find({ db, actor, scope, now }, input)
      if (!found) throw invalidField('document', 'unknown')
      if (!allows(actor.permissions, found.readBy))
        throw new Problem(403, 'forbidden', { details: { permission: found.readBy } })
      return {
        tenant_id: found.tenantId,
        // A location need not be there: no reference is read of what no location has.
        location_id: found.locationId ?? '',
        target: await found.target(),
        document: found.document,
        period: found.period,
        revision: found.revision,
        ...stored(newToken()),
        // Nobody has seen it, so nobody can use it.
        starts_with: '',
        created_by: actor.name,
        created_by_id: actor.id,
        expires_at: now + lastsMs[lasts],
        revoked_at: null,
        opened: 0,
      }
    },
  })

function stateOf({ revoked_at, expires_at }: Stored, now: number): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked'
  return Number(expires_at) <= now ? 'expired' : 'active'
}

const newToken = (): string => randomBytes(32).toString('base64url')
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const stored = (token: string) => ({ token_hash: hashOf(token), starts_with: token.slice(0, 6) })

/** The link's address, which can be read this once. */
export async function issueLink(db: Db, id: string, token = newToken()): Promise<string> {
  await db.updateTable('share_links').set(stored(token)).where('id', '=', id).execute()
  // After a question mark: addresses are logged without what follows it.
  return `${SHARED_PAGE}?link=${token}`
}
