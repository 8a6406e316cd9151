/** Photos of comments: drawn anew in two sizes, so that nothing of the file that was sent is stored. */
import { createHash } from 'node:crypto'
import { invalidField, Problem } from '../../platform/contract/problem'
import { newId } from '../../platform/db/new-id'
import type { Deps } from '../../platform/deps'
import { drawPicture } from '../../platform/http/draw-picture'
import { slowDown } from '../../platform/http/limiter'
import { MOST_PHOTOS } from './comments.contract'
import { holdComment, note, ownComment, storedComment, type CommentAsker } from './comments.service'

/** Pixels. A label inside a cabinet has to be read. */
const SIZES = { whole: 1_600, small: 240 } as const

/**
 * Of one's own comment. Throws 422 for what is no picture or one too many, and what `ownComment` does. The same picture
 * again is the one that is there.
 */
export async function addPhoto(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  asker: CommentAsker,
  comment: string,
  bytes: Uint8Array,
): Promise<{ _id: string }> {
  await ownComment(asker, comment)
  const { whole, small } = await drawn(bytes)
  const mark = createHash('sha256').update(whole).digest('base64url').slice(0, 16)
  const now = clock()
  return db.transaction().execute(async tx => {
    const writing = { ...asker, db: tx, now }
    await holdComment(tx, comment)
    const { row, record } = await ownComment(writing, comment)
    const known = await tx
      .selectFrom('comment_photos')
      .select(['id', 'mark'])
      .where('comment_id', '=', comment)
      .execute()
    const same = known.find(one => one.mark === mark)
    if (same) return { _id: same.id }
    if (known.length >= MOST_PHOTOS) throw invalidField('photo', 'too_many_pictures', { most: MOST_PHOTOS })
    const id = newId(now)
    await tx
      .insertInto('comment_photos')
      .values({
        id,
        tenant_id: row.tenant_id,
        comment_id: comment,
        slot_id: row.slot_id,
        mark,
        small: small.toString('base64'),
        whole: whole.toString('base64'),
        added_at: now,
      })
      .execute()
    await note(writing, row, record, 'add_picture', { before: null, after: { picture: id } })
    return { _id: id }
  })
}

/** Pictures of up to 12 MB that wait for their turn are in memory meanwhile. */
const MOST_WAITING = 6
let waiting = 0

/** Throws 429 where too many wait already. */
async function drawn(bytes: Uint8Array): Promise<{ whole: Buffer; small: Buffer }> {
  if (waiting >= MOST_WAITING) throw slowDown(10)
  waiting++
  try {
    const draw = (size: number) =>
      drawPicture(bytes, { width: size, height: size, fit: 'inside', field: 'photo' })
    return { whole: await draw(SIZES.whole), small: await draw(SIZES.small) }
  } finally {
    waiting--
  }
}

/** Throws 404 where the record of its comment is not for this person to see. */
export async function readPhoto(asker: CommentAsker, id: string, size: 'small' | 'whole') {
  const photo = await asker.db
    .selectFrom('comment_photos')
    .select(['comment_id', size])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!photo) throw new Problem(404, 'not_found')
  await storedComment(asker, photo.comment_id)
  return { webp: (photo as Record<typeof size, string>)[size] }
}
