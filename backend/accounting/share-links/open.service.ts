/** What a link shows to whoever has it, and the note that it was opened. */
import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Actor } from '../../platform/request/actor'
import { appearanceOf } from '../appearance/appearance.service'
import type { OpenAnswer, ShareKind, StoredFormat } from './share-links.contract'
import { hashOf } from './share-links.store'
import type { ShareLinksTable } from './share-links.table'
import type { Shareables } from './shareables'

interface Opening {
  deps: Pick<Deps, 'db'>
  shareables: Shareables
  actor: Actor
  now: number
}

/**
 * Counted before anything is shown, so that no opening is missing and reading holds up no writer. Throws 404 for a
 * link that never was, was revoked or is over: which of them is nobody's business who guesses.
 */
const countedOpening = ({ deps, actor, now }: Omit<Opening, 'shareables'>, token: string, what: string) =>
  deps.db.transaction().execute(db => countOpening(db, { actor, now }, token, what))

async function countOpening(
  db: Db,
  { actor, now }: Pick<Opening, 'actor' | 'now'>,
  token: string,
  what: string,
): Promise<ShareLinksTable> {
  const link = await db
    .updateTable('share_links')
    .set(row => ({
      opened: row('opened', '+', 1),
      last_opened_at: now,
      last_opened_address: actor.ip ?? null,
    }))
    .where('token_hash', '=', hashOf(token))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!link) throw new Problem(404, 'not_found')
  await recordChange(
    db,
    actor,
    {
      entity: 'share_link',
      id: link.id,
      tenantId: link.tenant_id,
      action: 'open_link',
      before: null,
      after: { name: link.name, what, opened: link.opened },
    },
    now,
  )
  return link
}

export async function openLink(opening: Opening, token: string, what: string): Promise<OpenAnswer> {
  const link = await countedOpening(opening, token, what)
  const kind = link.kind as ShareKind
  const shown = await opening.shareables[kind].show(opening.deps.db, link.target)
  if (shown === null) throw new Problem(404, 'not_found')
  const facts = {
    kind,
    expires_at: link.expires_at,
    appearance: await appearanceOf(opening.deps.db, link.tenant_id, true),
  }
  return shown === 'superseded'
    ? { ...facts, state: 'superseded', seal: null, forms: null, list: null, files: [] }
    : { ...facts, state: 'open', ...shown }
}

/** For programs that look ahead (HEAD): nothing is shown and nothing counted. Throws 404 as an opening does. */
export async function checkLink(
  { deps: { db }, shareables, now }: Omit<Opening, 'actor'>,
  token: string,
): Promise<OpenAnswer> {
  const link = await liveLink(db, token, now)
  const kind = link?.kind as ShareKind
  const shown = link && (await shareables[kind].show(db, link.target))
  if (!shown) throw new Problem(404, 'not_found')
  return {
    kind,
    expires_at: link.expires_at,
    state: shown === 'superseded' ? shown : 'open',
    ...{ seal: null, forms: null, list: null, files: [] },
  }
}

const liveLink = (db: Db, token: string, now: number) =>
  db
    .selectFrom('share_links')
    .select(['kind', 'target', 'tenant_id', 'expires_at'])
    .where('token_hash', '=', hashOf(token))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function fileOfLink(opening: Opening, token: string, format: StoredFormat) {
  const link = await countedOpening(opening, token, format)
  const file = await opening.shareables[link.kind as ShareKind].file(opening.deps.db, link.target, format)
  if (!file) throw new Problem(404, 'not_found')
  return { name: file.name, type: file.type, base64: Buffer.from(file.bytes).toString('base64') }
}

/** Throws 404 unless it is a live link to this very document: of a file that the console writes for whoever has it. */
export async function tenantOfShown(
  { db, shareables, now }: { db: Db } & Pick<Opening, 'shareables' | 'now'>,
  token: string,
  code: string,
) {
  const link = await liveLink(db, token, now)
  const shown = link && (await shareables[link.kind as ShareKind].show(db, link.target))
  if (!shown || shown === 'superseded' || !shown.forms?.seals.some(seal => seal?.code === code))
    throw new Problem(404, 'not_found')
  return link.tenant_id
}
