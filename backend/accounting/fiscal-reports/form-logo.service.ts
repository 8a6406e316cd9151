/**
 * A tenant's logo on its forms is drawn anew from the upload and stored under its hash. A replaced one stays while a
 * sealed report names it.
 */
import { DAY_MS } from '../../platform/contract/durations'
import { createHash } from 'node:crypto'
import { demandWhole } from '../../identity/acl/demand-whole.service'
import { recordChange } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Deps } from '../../platform/deps'
import type { Actor, Scope } from '../../platform/request/actor'
import { drawPicture } from '../../platform/http/draw-picture'
import { MAX_LOGO, type FormLogo } from './form-layout.contract'

/** From the best to what any picture fits in. A logo of two colours keeps the first. */
const DRAWINGS = [
  { width: 480, height: 160, colours: 128 },
  { width: 360, height: 120, colours: 64 },
  { width: 240, height: 80, colours: 16 },
] as const

/** That of the forms that are not sealed. Without its picture. */
export async function logoOfTenant(db: Db, tenantId: string): Promise<FormLogo | undefined> {
  return db
    .selectFrom('fiscal_logos')
    .select(['sha256', 'width', 'height'])
    .where('tenant_id', '=', tenantId)
    .where('is_current', '=', 1)
    .orderBy('set_at', 'desc')
    .orderBy('sha256')
    .limit(1)
    .executeTakeFirst()
}

/** One that a tenant has, or a sealed report of it names. */
export async function logoBySha(db: Db, tenantId: string, sha256: string): Promise<FormLogo | undefined> {
  return db
    .selectFrom('fiscal_logos')
    .select(['sha256', 'width', 'height', 'png'])
    .where('tenant_id', '=', tenantId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

/** To be shown: with the pictures. Those of a month in several currencies have the same one. */
export async function withPictures<Shown extends { logo?: FormLogo | undefined }>(
  db: Db,
  tenantId: string,
  documents: readonly Shown[],
): Promise<Shown[]> {
  const found = new Map<string, FormLogo | undefined>()
  for (const sha256 of new Set(documents.flatMap(({ logo }) => logo?.sha256 ?? [])))
    found.set(sha256, await logoBySha(db, tenantId, sha256))
  return documents.map(document => {
    const logo = found.get(document.logo?.sha256 ?? '')
    return logo ? { ...document, logo } : document
  })
}

/**
 * Throws 404 for a tenant that is not in scope, and 403 for whom rules narrow to a part of it: a logo is for all of it.
 */
async function demandTenant(db: Db, actor: Actor, { tenantId }: Scope, id: string): Promise<void> {
  const found =
    (tenantId === null || tenantId === id) &&
    (await db.selectFrom('tenants').select('id').where('id', '=', id).executeTakeFirst())
  if (!found) throw new Problem(404, 'not_found')
  demandWhole(actor)
}

interface Saving {
  tenantId: string
  reason: string
  bytes: Uint8Array
}

/** Throws 422 for what is no picture. The same picture again is the one that is there. */
export async function saveLogo(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  scope: Scope,
  { tenantId, reason, bytes }: Saving,
): Promise<{ logo: FormLogo | null }> {
  await demandTenant(db, actor, scope, tenantId)
  const picture = await smallEnough(bytes)
  const sha256 = createHash('sha256').update(picture).digest('hex')
  const now = clock()
  return db.transaction().execute(async tx => {
    const before = await logoOfTenant(tx, tenantId)
    if (before?.sha256 !== sha256) {
      await replace(tx, tenantId, now)
      const set = { is_current: 1, set_by: actor.name, set_at: now }
      await tx
        .insertInto('fiscal_logos')
        .values({
          tenant_id: tenantId,
          sha256,
          png: picture.toString('base64'),
          // A PNG says its size in its first chunk.
          width: picture.readUInt32BE(16),
          height: picture.readUInt32BE(20),
          ...set,
        })
        .onConflict(on => on.columns(['tenant_id', 'sha256']).doUpdateSet(set))
        .execute()
      await note(tx, actor, tenantId, { before, after: { logo: sha256, reason } }, now)
    }
    return { logo: (await logoBySha(tx, tenantId, sha256)) ?? null }
  })
}

/**
 * A report that is being sealed at this moment names a logo that nobody else sees yet: one that was replaced just now
 * stays until a later change.
 */
const STAYS_MS = DAY_MS

/** The current one is none any more, and those go that were replaced before and that no sealed report names. */
async function replace(db: Db, tenantId: string, now: number): Promise<void> {
  await db
    .deleteFrom('fiscal_logos')
    .where('tenant_id', '=', tenantId)
    .where('is_current', '=', 0)
    .where('set_at', '<', now - STAYS_MS)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('daily_reports as d')
            .select('d.id')
            .where('d.tenant_id', '=', tenantId)
            .whereRef('d.logo', '=', 'fiscal_logos.sha256'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('monthly_reports as m')
            .select('m.id')
            .where('m.tenant_id', '=', tenantId)
            .whereRef('m.logo', '=', 'fiscal_logos.sha256'),
        ),
      ),
    )
    .execute()
  await db
    .updateTable('fiscal_logos')
    .set({ is_current: 0, set_at: now })
    .where('tenant_id', '=', tenantId)
    .where('is_current', '=', 1)
    .execute()
}

async function smallEnough(bytes: Uint8Array): Promise<Buffer> {
  let picture: Buffer = Buffer.alloc(0)
  for (const drawing of DRAWINGS) {
    picture = await drawPicture(bytes, { ...drawing, fit: 'inside', field: 'logo' })
    if (picture.length <= MAX_LOGO) break
  }
  return picture
}

/** In a transaction. Sealed reports keep theirs. */
export async function removeLogo(
  db: Db,
  actor: Actor,
  scope: Scope,
  { tenantId, reason }: Omit<Saving, 'bytes'>,
  now: number,
): Promise<{ logo: null }> {
  await demandTenant(db, actor, scope, tenantId)
  const before = await logoOfTenant(db, tenantId)
  await replace(db, tenantId, now)
  if (before) await note(db, actor, tenantId, { before, after: { logo: null, reason } }, now)
  return { logo: null }
}

const note = (
  db: Db,
  actor: Actor,
  id: string,
  { before, after }: { before: FormLogo | undefined; after: { logo: string | null; reason: string } },
  now: number,
) =>
  recordChange(
    db,
    actor,
    {
      entity: 'tenant',
      id,
      tenantId: id,
      action: 'set_form_logo',
      before: { logo: before?.sha256 ?? null },
      after,
    },
    now,
  )
