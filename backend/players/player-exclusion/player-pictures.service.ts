/**
 * Photos of excluded people and of their documents: checked and redrawn, sealed, and shown only for a recorded
 * reason.
 */
import { createHash } from 'node:crypto'
import { recordChange } from '../../platform/audit/audit.service'
import { invalidField, Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Deps } from '../../platform/deps'
import type { Actor, Scope } from '../../platform/request/actor'
import { drawPicture } from '../../platform/http/draw-picture'
import { keyring } from './identity'
import { MOST_PICTURES, type PlayerPicture, type SeenPicture } from './player-pictures.contract'
import { playersStore } from './players.store'

/** A face needs little; the small print of a document has to be read. Pixels. */
const SIZES = { person: 640, document: 1_600 } as const

interface Adding {
  tenantId: string
  player: string
  kind: PlayerPicture['kind']
  bytes: Uint8Array
}

/**
 * Of a player who is the asker's. Throws 422 for what is no picture or one too many. The same picture again is the one
 * that is there.
 */
export async function addPicture(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { tenantId, player, kind, bytes }: Adding,
): Promise<{ _id: string }> {
  const now = clock()
  const size = SIZES[kind]
  const picture = await drawPicture(bytes, { width: size, height: size, fit: 'inside', field: 'picture' })
  const mark = createHash('sha256').update(picture).digest('base64url').slice(0, 16)
  return db.transaction().execute(async tx => {
    const known = await tx
      .selectFrom('player_pictures')
      .select(['id', 'kind', 'mark'])
      .where('player_id', '=', player)
      .execute()
    const same = known.find(one => one.kind === kind && one.mark === mark)
    if (same) return { _id: same.id }
    if (known.length >= MOST_PICTURES)
      throw invalidField('picture', 'too_many_pictures', { most: MOST_PICTURES })
    const id = newId(now)
    const { seal } = await keyring(tx as Db, now)
    const row = {
      id,
      tenant_id: tenantId,
      player_id: player,
      kind,
      mark,
      added_at: now,
      added_by: actor.name,
    }
    await tx
      .insertInto('player_pictures')
      .values({ ...row, sealed: seal(picture.toString('base64')) })
      // If two arrive at the same moment, the first stays.
      .onConflict(conflict => conflict.columns(['player_id', 'kind', 'mark']).doNothing())
      .execute()
    const change = { entity: 'player', id: player, tenantId }
    await recordChange(
      tx as Db,
      actor,
      { ...change, action: 'add_picture', before: null, after: { kind, picture: id } },
      now,
    )
    return { _id: id }
  })
}

/** Lists the existing pictures, oldest first, without their contents. */
export const picturesOf = async (db: Db, player: string): Promise<PlayerPicture[]> =>
  (await db
    .selectFrom('player_pictures')
    .select(['id as _id', 'kind', 'added_at', 'added_by'])
    .where('player_id', '=', player)
    .orderBy('added_at')
    .orderBy('id')
    .execute()) as PlayerPicture[]

/**
 * Opened, for a file that is handed out or a look; what another secret has sealed is left out. Throws 503
 * `exclusion_key`.
 */
export async function openedPictures(db: Db, player: string, now: number): Promise<SeenPicture[]> {
  const { open } = await keyring(db, now)
  const rows = await db
    .selectFrom('player_pictures')
    .select(['id as _id', 'kind', 'added_at', 'added_by', 'sealed'])
    .where('player_id', '=', player)
    .orderBy('added_at')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ sealed, ...row }) => {
    const webp = open(sealed)
    return webp === null ? [] : [{ ...row, webp } as SeenPicture]
  })
}

interface Looking {
  db: Db
  scope: Scope
  actor: Actor
  player: string
  reason: string
  now: number
}

/** In a transaction: who looked and why is recorded, or nothing is shown. */
export async function lookAt({ db, scope, actor, player, reason, now }: Looking): Promise<SeenPicture[]> {
  const { tenant, name, document } = await playersStore.get(db, scope, player, now)
  const pictures = await openedPictures(db, player, now)
  const after = { name, document, pictures: pictures.length, reason }
  const change = { entity: 'player', id: player, tenantId: tenant._id, action: 'look_at_pictures' }
  await recordChange(db, actor, { ...change, before: null, after }, now)
  return pictures
}

/** In a transaction. Throws 404. */
export async function removePicture(
  db: Db,
  { tenantId }: Scope,
  actor: Actor,
  id: string,
  now: number,
): Promise<void> {
  const gone = await db
    .deleteFrom('player_pictures')
    .where('id', '=', id)
    .$if(tenantId !== null, query => query.where('tenant_id', '=', tenantId))
    .returning(['player_id', 'tenant_id', 'kind'])
    .executeTakeFirst()
  if (!gone) throw new Problem(404, 'not_found')
  const change = { entity: 'player', id: gone.player_id, tenantId: gone.tenant_id, action: 'remove_picture' }
  await recordChange(db, actor, { ...change, before: { kind: gone.kind, picture: id }, after: null }, now)
}
