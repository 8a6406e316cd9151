/**
 * Comments on records. Who may not read a record may neither read, write nor be notified of its comments: each of these
 * looks the record up first, in the database that is narrowed to whoever asks.
 */
import { sql } from 'kysely'
import { commentedTables } from '../../identity/auth/narrowing.service'
import { recordChange } from '../../platform/audit/audit.service'
import { allows } from '../../platform/contract/permissions'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import type { Actor, Scope } from '../../platform/request/actor'
import { readsRecord, type CommentKind } from '../../workflow/news/comment-kinds.contract'
import {
  CHANGED_WITHIN_MS,
  MOST_COMMENTS,
  MOST_PHOTOS,
  type CommentRow,
  type CommentsAnswer,
} from './comments.contract'
import type { CommentsTable } from './comments.table'

/** Each has a location, and all but slots the slot that they are about. */
const tables: Readonly<Record<CommentKind, string>> = commentedTables

export interface CommentAsker {
  db: Db
  actor: Actor
  scope: Scope
  now: number
}

export interface CommentedRecord {
  about: CommentKind
  id: string
  tenantId: string
  slotId: string
  serial: string
  locationId: string
  location: string
}

/** Throws 403 without the record's permission, 404 for what is not there or not for this person to see. */
export async function commentedRecord(
  { db, actor, scope }: Pick<CommentAsker, 'db' | 'actor' | 'scope'>,
  about: CommentKind,
  id: string,
): Promise<CommentedRecord> {
  if (!allows(actor.permissions, readsRecord[about])) throw new Problem(403, 'forbidden')
  const found = await recordIn(db, about, id)
  if (!found || (scope.tenantId !== null && found.tenantId !== scope.tenantId))
    throw new Problem(404, 'not_found')
  return found
}

/** As a database shows it: undefined where a person who is narrowed to it does not see the record. */
export async function recordIn(db: Db, about: CommentKind, id: string): Promise<CommentedRecord | undefined> {
  const slot = sql.ref(about === 'slot' ? 't.id' : 't.slot_id')
  const { rows } = await sql<Omit<CommentedRecord, 'about' | 'id'>>`
    select t.tenant_id as "tenantId", ${slot} as "slotId", coalesce(s.serial, '') as serial,
      t.location_id as "locationId", coalesce(l.name, '') as location
    from ${sql.table(tables[about])} t left join slots s on s.id = ${slot} left join locations l on l.id = t.location_id
    where t.id = ${id}`.execute(db)
  return rows[0] && { ...rows[0], about, id }
}

/** Of a record, the newest, oldest first. */
export async function commentsOf(
  asker: CommentAsker,
  about: CommentKind,
  record: string,
): Promise<CommentsAnswer> {
  const { serial } = await commentedRecord(asker, about, record)
  const of = asker.db.selectFrom('comments').where('record_id', '=', record).where('about', '=', about)
  const [rows, { total }] = await Promise.all([
    of.selectAll().orderBy('id', 'desc').limit(MOST_COMMENTS).execute(),
    of.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow(),
  ])
  const photos = await photosOf(asker.db, rows)
  const comments = rows.reverse().map(row => toWire(asker, row, serial, photos.get(row.id)))
  return { about, record, name: serial, comments, total: Number(total) }
}

export async function commentOf(asker: CommentAsker, id: string): Promise<CommentRow> {
  const { row, record } = await storedComment(asker, id)
  return toWire(asker, row, record.serial, (await photosOf(asker.db, [row])).get(id))
}

/** Throws 404 as well where the record is not for this person to see. */
export async function storedComment(asker: CommentAsker, id: string) {
  const row = await asker.db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Problem(404, 'not_found')
  return { row, record: await commentedRecord(asker, row.about, row.record_id) }
}

/** In a transaction. */
export async function addComment(
  asker: CommentAsker,
  record: CommentedRecord,
  text: string,
): Promise<CommentRow> {
  const { db, actor, now } = asker
  const row: CommentsTable = {
    id: newId(now),
    tenant_id: record.tenantId,
    about: record.about,
    record_id: record.id,
    slot_id: record.slotId,
    text,
    author_id: actor.id,
    written_by: actor.name,
    version: 1,
    created_at: now,
    edited_at: null,
    removed_at: null,
  }
  await db.insertInto('comments').values(row).execute()
  await note(asker, row, record, 'create', { before: null, after: { text } })
  return toWire(asker, row, record.serial)
}

/** In a transaction. Throws what `demandOwn` does, and 409 after somebody else's save. */
export async function changeComment(
  asker: CommentAsker,
  id: string,
  { text, version }: { text: string; version: number | undefined },
): Promise<{ comment: CommentRow; record: CommentedRecord; before: string }> {
  const { row, record } = await ownComment(asker, id)
  if (version !== undefined && Number(row.version) !== version) throw new Problem(409, 'version_conflict')
  if (row.text !== text) {
    await write(asker.db, row, { text, edited_at: asker.now })
    await note(asker, row, record, 'update', { before: { text: row.text }, after: { text } })
  }
  return { comment: await commentOf(asker, id), record, before: row.text }
}

/** In a transaction: its line stays and says that it was removed, its words are in the audit log, photos are gone. */
export async function removeComment(asker: CommentAsker, id: string): Promise<CommentRow> {
  return removeOne(asker, await ownComment(asker, id))
}

/** In a transaction: anybody's, however old. Throws 409 for one that is removed. */
export async function removeForReason(asker: CommentAsker, id: string, reason: string): Promise<CommentRow> {
  const found = await storedComment(asker, id)
  if (found.row.removed_at !== null) throw new Problem(409, 'comment_removed')
  return removeOne(asker, found, { written_by: found.row.written_by, reason })
}

async function removeOne(
  asker: CommentAsker,
  { row, record }: Awaited<ReturnType<typeof storedComment>>,
  why?: { written_by: string; reason: string },
): Promise<CommentRow> {
  // First, so that a photo which comes meanwhile waits, and finds it removed.
  await write(asker.db, row, { text: '', removed_at: asker.now })
  await asker.db.deleteFrom('comment_photos').where('comment_id', '=', row.id).execute()
  await note(asker, row, record, 'delete', { before: { text: row.text }, after: why ?? null })
  return commentOf(asker, row.id)
}

/** Of two who read the same version, the slower one is refused. */
export async function write(
  db: Db,
  { id, version }: CommentsTable,
  columns: Partial<Pick<CommentsTable, 'text' | 'edited_at' | 'removed_at'>>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('comments')
    .set({ ...columns, version: Number(version) + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Problem(409, 'version_conflict')
}

/** In a transaction: whoever writes this comment next waits for the end of it. */
export const holdComment = (db: Db, id: string) =>
  db
    .updateTable('comments')
    .set(row => ({ version: row.ref('version') }))
    .where('id', '=', id)
    .execute()

/** Throws 403 for somebody else's, 409 for one that is removed or was written too long ago. */
export async function ownComment(asker: CommentAsker, id: string) {
  const found = await storedComment(asker, id)
  if (found.row.author_id !== asker.actor.id) throw new Problem(403, 'comment_foreign')
  if (!mayChange(asker, found.row)) throw new Problem(409, 'comment_stays')
  return found
}

const mayChange = ({ actor, now }: CommentAsker, row: CommentsTable): boolean =>
  row.author_id === actor.id && row.removed_at === null && now - Number(row.created_at) < CHANGED_WITHIN_MS

async function photosOf(db: Db, rows: readonly { id: string }[]): Promise<Map<string, string[]>> {
  const photos = new Map<string, string[]>()
  if (rows.length === 0) return photos
  const found = await db
    .selectFrom('comment_photos')
    .select(['id', 'comment_id'])
    .where(
      'comment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .limit(MOST_COMMENTS * MOST_PHOTOS)
    .execute()
  for (const { id, comment_id: of } of found) photos.set(of, [...(photos.get(of) ?? []), id])
  return photos
}

const toWire = (
  asker: CommentAsker,
  row: CommentsTable,
  name: string,
  photos: readonly string[] = [],
): CommentRow => ({
  _id: row.id,
  about: row.about,
  record: row.record_id,
  name,
  version: Number(row.version),
  text: row.text,
  by: row.written_by,
  at: Number(row.created_at),
  edited_at: row.edited_at === null ? null : Number(row.edited_at),
  removed_at: row.removed_at === null ? null : Number(row.removed_at),
  may_change: mayChange(asker, row),
  photos: [...photos],
})

export const note = (
  { db, actor, now }: CommentAsker,
  { id, tenant_id, about, record_id }: Pick<CommentsTable, 'id' | 'tenant_id' | 'about' | 'record_id'>,
  { serial }: Pick<CommentedRecord, 'serial'>,
  action: string,
  { before, after }: { before: object | null; after: object | null },
) => {
  const what = { serial, about, record: record_id }
  return recordChange(
    db,
    actor,
    {
      entity: 'comment',
      id,
      tenantId: tenant_id,
      action,
      before: before && { ...what, ...before },
      after: after && { ...what, ...after },
    },
    now,
  )
}
