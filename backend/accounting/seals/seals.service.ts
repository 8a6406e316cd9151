/** Seals a document: it gets the location's next number, and from then on any altered byte of it shows. */
import { recordChange, type Who } from '../../platform/audit/audit.service'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { newId } from '../../platform/db/new-id'
import { canonical, type Sealable } from './canonical'
import { isNote, subjectOf } from './chain-check'
import { perpetualAfter, type Perpetual } from './perpetual'
import { FORMAT, paperOf, sealBody, sealFile, sha256, type SealBody } from './seal-format'
import { signingKey, type SigningKey } from './seal-keys.service'
import type { DocumentKind } from './seals.contract'
import type { SealHeadsTable } from './seals.table'

export type { Sealable }

export interface ToSeal {
  tenantId: string
  locationId: string
  kind: DocumentKind
  /** YYYY-MM-DD or YYYY-MM. */
  period: string
  /** A form has one currency. */
  currency?: string | null
  /** Above each that was sealed of this kind, period and currency. */
  revision: number
  /** Plain values alone: integers, texts, lists, objects. Throws an Error for anything else. */
  document: Sealable
  /** Minor units. They stand on the paper, in its QR code, on `/verify`, and are summed up in the perpetual totals. */
  totals: Readonly<Record<string, number>>
}

export interface SealAnswer {
  id: string
  number: number
  code: string
  hash: string
  signature: string
  keyId: string
  /** For the QR code: behind `/verify?qr=`. */
  paper: string
  /** The file that is handed out: canonical JSON. */
  file: string
}

/**
 * In a transaction, which holds the location's chain until its end. Throws 409 `sealed_already` for a revision that is
 * not above the last one, 409 `seal_clock` while the clock is before the last seal's, 503 `seal_key` without the key.
 */
export async function sealDocument(db: Db, actor: Who, given: ToSeal, now: number): Promise<SealAnswer> {
  const chain = await openChain(db, actor, given, now)
  const subject = subjectOf({ ...given, currency: given.currency ?? null })
  const last = await db
    .selectFrom('seals')
    .select(['revision', 'body'])
    .where('location_id', '=', given.locationId)
    .where('subject', '=', subject)
    .where('kind', '=', given.kind)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last && last.revision >= given.revision)
    throw new Problem(409, 'sealed_already', { message: `Revision ${last.revision} is sealed` })
  const replaced = last && (JSON.parse(last.body) as SealBody).totals
  return append(db, actor, chain, { ...given, subject, replaced }, now)
}

export interface ToReopen {
  tenantId: string
  locationId: string
  kind: DocumentKind
  period: string
  currency?: string | null
  reason: string
}

/**
 * What was sealed is being corrected: until the next revision is sealed, `/verify` says so. Throws as `sealDocument`,
 * and 409 `seal_none` for what is not sealed.
 */
export async function sealReopening(db: Db, actor: Who, given: ToReopen, now: number): Promise<SealAnswer> {
  const chain = await openChain(db, actor, given, now)
  const subject = subjectOf({ ...given, currency: given.currency ?? null })
  const last = await db
    .selectFrom('seals')
    .select(['kind', 'revision', 'hash'])
    .where('location_id', '=', given.locationId)
    .where('subject', '=', subject)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || isNote(last.kind))
    throw new Problem(409, 'seal_none', { message: 'Nothing is sealed to re-open' })
  const document = { of: given.kind, revision: last.revision, hash: last.hash, reason: given.reason }
  return append(
    db,
    actor,
    chain,
    { ...given, kind: 'reopening', subject, revision: last.revision, totals: {}, document },
    now,
  )
}

interface Chain {
  head: SealHeadsTable
  key: SigningKey
  tenant: SealBody['tenant']
  location: SealBody['location']
}

/** Locks the chain's end, refuses a clock that went back, and takes up a key change that came since. */
async function openChain(
  db: Db,
  actor: Who,
  { tenantId, locationId }: Pick<ToSeal, 'tenantId' | 'locationId'>,
  now: number,
): Promise<Chain> {
  if (!db.isTransaction) throw new Error('sealing belongs in a transaction')
  const key = await signingKey(db, actor, now)
  const place = await db
    .selectFrom('locations as l')
    .innerJoin('tenants as t', 't.id', 'l.tenant_id')
    .select(['l.code', 'l.name', 't.id as tenant_id', 't.name as tenant_name'])
    .where('l.id', '=', locationId)
    .where('l.tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (!place) throw new Problem(404, 'not_found')
  const head = await db
    .insertInto('seal_heads')
    .values({
      location_id: locationId,
      tenant_id: tenantId,
      number: 0,
      hash: '',
      sealed_at: 0,
      key_id: '',
      perpetual: '{}',
    })
    // Changes nothing, and holds the row: of two who seal at once the second waits, and goes on from what the first
    // wrote.
    .onConflict(conflict =>
      conflict.column('location_id').doUpdateSet(set => ({ number: set.ref('seal_heads.number') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  if (now < head.sealed_at)
    throw new Problem(409, 'seal_clock', {
      message: `The clock is before the last seal (${new Date(head.sealed_at).toISOString()}): set it right`,
      details: { last_sealed_at: head.sealed_at },
    })
  const chain = {
    head,
    key,
    tenant: { id: place.tenant_id, name: place.tenant_name },
    location: { id: locationId, code: place.code, name: place.name },
  }
  if (head.number > 0 && head.key_id !== key.id) await takeUpKey(db, actor, chain, now)
  return chain
}

const takeUpKey = (db: Db, actor: Who, chain: Chain, now: number): Promise<SealAnswer> =>
  append(
    db,
    actor,
    chain,
    {
      kind: 'key_change',
      subject: '',
      period: new Date(now).toISOString().slice(0, 10),
      revision: chain.head.number + 1,
      totals: {},
      document: { from: chain.head.key_id, to: chain.key.id, change: { ...chain.key.change } },
    },
    now,
  )

interface Entry {
  kind: DocumentKind | 'reopening' | 'key_change'
  subject: string
  period: string
  currency?: string | null
  revision: number
  totals: Readonly<Record<string, number>>
  document: Sealable
  replaced?: Readonly<Record<string, string>> | undefined
}

async function append(db: Db, actor: Who, chain: Chain, entry: Entry, now: number): Promise<SealAnswer> {
  const { head, key, tenant, location } = chain
  const { kind, period, revision, document } = entry
  const totals = Object.fromEntries(
    Object.entries(entry.totals).map(([name, amount]) => [name, exact(amount)]),
  )
  const currency = entry.currency ?? null
  const number = head.number + 1
  const perpetual = perpetualAfter(
    JSON.parse(head.perpetual) as Perpetual,
    { kind, currency, totals },
    entry.replaced,
  )
  const body: SealBody = {
    format: FORMAT,
    tenant,
    location,
    kind,
    period,
    currency,
    revision: String(revision),
    number: String(number),
    sealed_at: new Date(now).toISOString(),
    previous: head.hash || null,
    key: key.id,
    totals,
    perpetual,
    document,
  }
  const sealed = sealBody(key.privateKey, canonical(body))
  const id = newId(now)
  // As it will be read from the sealed text, where names are in another order.
  const paper = paperOf(key.privateKey, JSON.parse(sealed.body) as SealBody, sealed.hash)
  const { hash, code, signature } = sealed
  const place = { tenant_id: tenant.id, location_id: location.id }
  await db
    .insertInto('seals')
    .values({
      id,
      ...place,
      number,
      kind,
      period,
      currency: currency ?? '',
      revision,
      subject: entry.subject,
      sealed_at: now,
      ...sealed,
      paper,
      key_id: key.id,
    })
    .execute()
  const end = { number, hash, sealed_at: now, key_id: key.id, perpetual: JSON.stringify(perpetual) }
  await db.updateTable('seal_heads').set(end).where('location_id', '=', location.id).execute()
  Object.assign(head, end)
  const file = sealFile(sealed)
  await recordIssuedFile(db, { sealId: id, format: 'json', bytes: file }, now)
  // The log has a chain of its own: a cut-off end of this one shows there.
  await recordChange(
    db,
    actor,
    {
      entity: 'location',
      id: location.id,
      tenantId: tenant.id,
      action: 'seal',
      before: null,
      after: { name: location.name, kind, period, revision, number, code, sha256: hash },
    },
    now,
  )
  return { id, number, code, hash, signature, keyId: key.id, paper, file }
}

function exact(amount: number): string {
  if (!Number.isSafeInteger(amount)) throw new Error('a sealed total is no integer that can be held exactly')
  return String(amount === 0 ? 0 : amount)
}

/**
 * A file that is handed out of a sealed document: `/verify` finds it by its bytes. The same file may be handed out
 * twice.
 */
export async function recordIssuedFile(
  db: Db,
  {
    sealId,
    format,
    bytes,
  }: { sealId: string; format: 'json' | 'pdf' | 'xlsx' | 'csv'; bytes: string | Uint8Array },
  now: number,
): Promise<void> {
  await db
    .insertInto('seal_files')
    .values({ sha256: sha256(bytes), seal_id: sealId, format, issued_at: now })
    .onConflict(conflict => conflict.column('sha256').doNothing())
    .execute()
}
