/**
 * The share link that stands ready in the demo. Its token is worked out of the installation's secret, so that the
 * sign-in page can name its address although no table holds it.
 */
import { createHmac } from 'node:crypto'
import type { Db } from '../../platform/db/database'
import { secretOf } from '../../platform/db/secret'
import { scopeOf, type Actor } from '../../platform/request/actor'
import { SHARED_PAGE } from './share-links.contract'
import { hashOf, issueLink, shareLinksStore } from './share-links.store'
import { shareablesOf } from './shareables'
import { documentOfCode } from '../seals/sealed-files.service'

const demoToken = async (db: Db): Promise<string> =>
  createHmac('sha256', await secretOf(db))
    .update('share link of the demo')
    .digest('base64url')

const linkOf = (db: Db, token: string) =>
  db
    .selectFrom('share_links')
    .select(['revoked_at', 'expires_at'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()

/** In a transaction: shares a location's sealed month once, for a quarter. */
export async function shareDemoMonth(
  db: Db,
  actor: Actor,
  { locationId, month, name }: { locationId: string; month: string; name: string },
  now: number,
): Promise<void> {
  const token = await demoToken(db)
  if (await linkOf(db, token)) return
  const seal = await db
    .selectFrom('seals')
    .select('code')
    .where('location_id', '=', locationId)
    .where('kind', '=', 'monthly')
    .where('period', '=', month)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  const document = seal && (await documentOfCode(db, scopeOf(actor), seal.code))
  if (!document) return
  const store = shareLinksStore(shareablesOf(new Map()))
  const link = { kind: 'seal', document: document.shown, name, lasts: 'quarter' }
  // The system itself has no permissions.
  const reader = { ...actor, permissions: { 'location::list_monthly_fiscal_reports': 1 } }
  const { _id } = await store.create(db, reader, link, now)
  await issueLink(db, _id, token)
}

/** The console's path of it; null once it is over, was revoked, or was not made. */
export async function demoSharePath(db: Db, now: number): Promise<string | null> {
  const token = await demoToken(db)
  const link = await linkOf(db, token)
  const isOpen = link?.revoked_at === null && Number(link.expires_at) > now
  return isOpen ? `${SHARED_PAGE}?link=${token}` : null
}
