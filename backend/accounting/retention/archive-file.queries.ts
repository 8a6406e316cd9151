/** An archive's file as it is stored, and whether it is the one that was written. */
import { createHash } from 'node:crypto'
import type { Db } from '../../platform/db/database'
import type { ArchiveVerdict } from '../archives/archives.contract'

const piecesOf = (db: Db, archive: string) =>
  db
    .selectFrom('raw_archive_pieces')
    .select(({ fn }) => fn.countAll<number>().as('pieces'))
    .where('archive_id', '=', archive)
    .executeTakeFirstOrThrow()
    .then(({ pieces }) => Number(pieces))

const contentOf = (db: Db, archive: string, nr: number) =>
  db
    .selectFrom('raw_archive_pieces')
    .select('content')
    .where('archive_id', '=', archive)
    .where('nr', '=', nr)
    .executeTakeFirst()

/** Undefined where there is none of this number. */
export async function pieceOf(
  db: Db,
  archive: string,
  nr: number,
): Promise<{ content: string; pieces: number } | undefined> {
  const piece = await contentOf(db, archive, nr)
  return piece && { content: piece.content, pieces: await piecesOf(db, archive) }
}

export async function verdictOf(db: Db, archive: string, sha256: string): Promise<ArchiveVerdict> {
  const hash = createHash('sha256')
  for (let nr = 0; ; nr++) {
    const piece = await contentOf(db, archive, nr)
    if (!piece) break
    hash.update(Buffer.from(piece.content, 'base64'))
  }
  if (hash.digest('hex') !== sha256) return 'altered'
  const entry = await db
    .selectFrom('audit_log')
    .select('after_json')
    .where('entity', '=', 'raw_archive')
    .where('entity_id', '=', archive)
    .executeTakeFirst()
  if (!entry) return 'unlogged'
  const { sha256: logged } = JSON.parse(entry.after_json ?? '{}') as { sha256?: string }
  return logged === sha256 ? 'intact' : 'altered'
}
