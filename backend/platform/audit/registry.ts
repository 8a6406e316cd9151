/**
 * Which chains there are, and how far each had come: one sealed row. It changes when a chain begins and, by the minute,
 * with their ends (`noteHeads`), never with a single entry, so that writers of several tenants do not wait for each
 * other. A chain that is missing, or ends before the recorded end, shows.
 */
import type { KeyObject } from 'node:crypto'
import type { Db } from '../db/database'
import type { Deps } from '../deps'
import type { AuditHeadsTable, AuditRegistryTable } from './audit.table'
import { auditKey, headSeal, isSame, nameOf, registrySeal } from './seals'

/** tenant, seq, hash of the entry with that seq. */
export type ChainEnd = [tenantId: string, seq: number, hash: string]
/** first: there was no seal before. on_request: AUDIT_ADOPT. */
export type AdoptedWhy = 'first' | 'on_request'

export const readRegistry = (db: Db): Promise<AuditRegistryTable | undefined> =>
  db.selectFrom('audit_registry').selectAll().where('id', '=', 'chains').executeTakeFirst()

export const isGenuine = (key: KeyObject, registry: AuditRegistryTable): boolean =>
  isSame(registrySeal(key, registry), registry.seal)

export const chainEndsIn = ({ chains }: Pick<AuditRegistryTable, 'chains'>): ChainEnd[] =>
  JSON.parse(chains) as ChainEnd[]

/** Reads it and keeps others from writing it until the end of the transaction. */
const lockRegistry = (db: Db): Promise<AuditRegistryTable | undefined> =>
  db
    .updateTable('audit_registry')
    .set(row => ({ version: row('version', '+', 1) }))
    .where('id', '=', 'chains')
    .returningAll()
    .executeTakeFirst()

async function writeRegistry(
  db: Db,
  key: KeyObject,
  registry: Pick<AuditRegistryTable, 'at' | 'adopted_at' | 'adopted_why'>,
  chains: readonly ChainEnd[],
): Promise<void> {
  const { at, adopted_at, adopted_why } = registry
  const row = { at, adopted_at, adopted_why, chains: JSON.stringify(chains), key_name: nameOf(key) }
  await db
    .updateTable('audit_registry')
    .set({ ...row, seal: registrySeal(key, row) })
    .where('id', '=', 'chains')
    .execute()
}

/**
 * A chain's first entry, or the first one under a seal, enters it into the registry. In the entry's transaction.
 * Answers how the head begins;
 * `written_over_at` when a chain of this name was there, or was sealed, before: then somebody has removed it.
 */
export async function enterChain(
  db: Db,
  tenantId: string,
  found: { seq: number; hash: string },
  at: number,
): Promise<Pick<AuditHeadsTable, 'plain_seq' | 'adopted_seq' | 'written_over_at'>> {
  const key = await auditKey(db)
  const registry = (await lockRegistry(db)) ?? (await firstRegistry(db, at))
  const { seq, hash } = found
  const fresh = { plain_seq: 0, adopted_seq: 0, written_over_at: null }
  // Sealed heads without their registry: it was removed, and is not made anew.
  if (!registry) return { ...fresh, written_over_at: seq + 1 }
  // A changed one is not sealed again; the check reports that it was changed.
  if (registry.seal !== '' && !isGenuine(key, registry))
    return seq === 0 ? fresh : { ...fresh, written_over_at: seq + 1 }
  const recorded = registry.seal === '' ? [] : chainEndsIn(registry)
  if (recorded.some(([tenant]) => tenant === tenantId) || (seq > 0 && registry.seal !== ''))
    return { ...fresh, written_over_at: seq + 1 }
  const others = registry.seal === '' ? await adoptHeads(db, key, tenantId) : recorded
  await writeRegistry(db, key, { ...registry, at }, [...others, [tenantId, seq, hash]])
  return { plain_seq: seq, adopted_seq: seq, written_over_at: null }
}

/**
 * An empty row with an empty seal, as long as no head is sealed: the beginning of all. Undefined when there were seals,
 * or somebody else is faster.
 */
async function firstRegistry(db: Db, at: number): Promise<AuditRegistryTable | undefined> {
  const sealed = await db
    .selectFrom('audit_heads')
    .select('tenant_id')
    .where('seal', 'is not', null)
    .executeTakeFirst()
  if (sealed) return undefined
  await db
    .insertInto('audit_registry')
    .values({
      id: 'chains',
      version: 1,
      at,
      adopted_at: at,
      adopted_why: 'first',
      chains: '[]',
      key_name: '',
      seal: '',
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
  return lockRegistry(db)
}

/** Seals the ends of all chains as they are, but one whose writer does so itself. */
async function adoptHeads(db: Db, key: KeyObject, but = ''): Promise<ChainEnd[]> {
  const heads = await db
    .selectFrom('audit_heads')
    .selectAll()
    .where('tenant_id', '!=', but)
    .orderBy('tenant_id')
    .execute()
  for (const head of heads) {
    // Entries that were never sealed stay so; those under another secret can no longer be recomputed, only followed.
    const adopted = {
      ...head,
      plain_seq: head.seal === null ? head.seq : head.plain_seq,
      adopted_seq: head.seq,
      written_over_at: null,
    }
    await db
      .updateTable('audit_heads')
      .set({ ...adopted, seal: headSeal(key, adopted) })
      .where('tenant_id', '=', head.tenant_id)
      .execute()
  }
  return heads.map(({ tenant_id, seq, hash }): ChainEnd => [tenant_id, seq, hash])
}

/**
 * Takes the log as it is: chains from before there were seals, once; or all of them, because an operator says so.
 * `first` changes nothing where there is a registry.
 */
export async function adoptChains(deps: Pick<Deps, 'db'>, why: AdoptedWhy, at: number): Promise<void> {
  if (why === 'first' && (await readRegistry(deps.db))?.seal) return
  await deps.db.transaction().execute(async db => {
    const key = await auditKey(db)
    const registry = (await lockRegistry(db)) ?? (await firstRegistry(db, at))
    if (why === 'on_request' && !registry)
      await db
        .insertInto('audit_registry')
        .values({
          id: 'chains',
          version: 1,
          at,
          adopted_at: at,
          adopted_why: why,
          chains: '[]',
          key_name: '',
          seal: '',
        })
        .execute()
    else if (!registry || (why === 'first' && registry.seal !== '')) return
    await writeRegistry(db, key, { at, adopted_at: at, adopted_why: why }, await adoptHeads(db, key))
  })
}

/**
 * Notes how far each chain has come, unless that is known. A head that is not genuine stays as it was recorded;
 * answers whether all were.
 */
export async function noteHeads({ db: sidePanel }: Pick<Deps, 'db'>, at: number): Promise<boolean> {
  return sidePanel.transaction().execute(async db => {
    const key = await auditKey(db)
    const registry = await lockRegistry(db)
    if (!registry || !isGenuine(key, registry))
      return (await db.selectFrom('audit_heads').select('tenant_id').executeTakeFirst()) === undefined
    const heads = new Map(
      (await db.selectFrom('audit_heads').selectAll().execute()).map(head => [head.tenant_id, head]),
    )
    let all = true
    const recorded = chainEndsIn(registry).map((before): ChainEnd => {
      const [tenantId, seq] = before
      const head = heads.get(tenantId)
      const isGood =
        head?.written_over_at === null && head.seq >= seq && isSame(headSeal(key, head), head.seal)
      all &&= isGood
      return isGood ? [tenantId, head.seq, head.hash] : before
    })
    if (JSON.stringify(recorded) !== registry.chains)
      await writeRegistry(db, key, { ...registry, at }, recorded)
    return all
  })
}
