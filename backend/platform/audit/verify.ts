/** Reads the audit log against its seals and says which chain is not as it was written, where, and what is wrong. */
import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database'
import type { Scope } from '../request/actor'
import type { AuditHeadsTable } from './audit.table'
import { GENESIS, hashOf, plainHashOf } from './chain'
import { isGenuine, chainEndsIn, readRegistry, type ChainEnd } from './registry'
import { auditKey, headSeal, isSame, nameOf } from './seals'

/**
 * entry_changed, entry_missing: at `broken_at`. end_missing: the chain ends before it should. head_changed,
 * head_missing: the record of its end was touched. written_over: entries were added after somebody had touched the
 * record of its end. chain_missing, not_registered: in the list of chains and not there, or the other way round.
 * shorter_than_noted, other_than_noted: what was recorded of it before, here or by an operator, is no longer in it.
 */
type ChainProblem =
  | 'entry_changed'
  | 'entry_missing'
  | 'end_missing'
  | 'head_changed'
  | 'head_missing'
  | 'written_over'
  | 'chain_missing'
  | 'not_registered'
  | 'shorter_than_noted'
  | 'other_than_noted'
type RegistryProblem = 'registry_missing' | 'registry_changed' | 'other_secret'

export interface ChainCheck {
  ok: boolean
  /**
   * `seq` of the first entry that is not as it was written; null when all are, or when it is not an entry that is
   * wrong.
   */
  broken_at: number | null
  problem: ChainProblem | null
  /** How many entries the chain should have. */
  entries: number
  /**
   * Up to this `seq` entries were written without the secret, or with another one: their order is checked, their
   * content only against plain hashes or not at all.
   */
  adopted_to: number
  /** For storing elsewhere and comparing later: tenant, seq and hash of the chain's end. */
  anchor: string | null
}

export interface LogCheck {
  ok: boolean
  broken_at: number | null
  registry: {
    ok: boolean
    problem: RegistryProblem | null
    adopted_at: number | null
    adopted_why: string | null
    noted_at: number | null
  }
  chains: (ChainCheck & { tenant_id: string })[]
}

const PAGE = 500

/**
 * `anchors`: what an operator wrote down earlier. Of a tenant's own people, their chain; of the system's, all of
 * them.
 */
export async function verifyLog(
  db: Db,
  { tenantId }: Scope,
  anchors: readonly ChainEnd[] = [],
): Promise<LogCheck> {
  const key = await auditKey(db)
  const registry = await readRegistry(db)
  const tenants =
    tenantId === null
      ? await chainsAnywhere(db, [...anchors, ...(registry ? safely(() => chainEndsIn(registry)) : [])])
      : [tenantId]
  const problem =
    !registry || registry.seal === ''
      ? (await isWritten(db))
        ? 'registry_missing'
        : null
      : registry.key_name !== nameOf(key)
        ? 'other_secret'
        : isGenuine(key, registry)
          ? null
          : 'registry_changed'
  const recorded = registry && problem === null && registry.seal !== '' ? chainEndsIn(registry) : undefined
  const chains = []
  for (const tenant of tenants) {
    const known = [
      ...(recorded?.filter(([of]) => of === tenant) ?? []),
      ...anchors.filter(([of]) => of === tenant),
    ]
    const isEntered = recorded?.some(([of]) => of === tenant) ?? true
    chains.push({ tenant_id: tenant, ...(await checkChain(db, key, tenant, known, isEntered)) })
  }
  const broken = chains.find(chain => !chain.ok)
  return {
    ok: broken === undefined && problem === null,
    broken_at: broken?.broken_at ?? null,
    chains,
    registry: {
      ok: problem === null,
      problem,
      adopted_at: registry?.adopted_at ?? null,
      adopted_why: registry?.adopted_why ?? null,
      noted_at: registry?.at ?? null,
    },
  }
}

/** One chain alone, with what was recorded of it. */
export async function verifyChain(db: Db, tenantId: string): Promise<ChainCheck> {
  const {
    chains: [chain],
    registry,
  } = await verifyLog(db, { tenantId })
  return chain && registry.ok
    ? chain
    : {
        ok: false,
        broken_at: null,
        problem: null,
        entries: 0,
        adopted_to: 0,
        anchor: null,
        ...chain,
        ...(chain?.ok && { ok: false }),
      }
}

async function checkChain(
  db: Db,
  key: KeyObject,
  tenantId: string,
  recorded: readonly ChainEnd[],
  isEntered: boolean,
): Promise<ChainCheck> {
  const head = await db
    .selectFrom('audit_heads')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  const answer = (problem: ChainProblem | null, broken_at: number | null = null): ChainCheck => ({
    ok: problem === null,
    broken_at,
    problem,
    entries: head?.seq ?? 0,
    adopted_to: head?.adopted_seq ?? 0,
    anchor: problem === null && head ? [tenantId, head.seq, head.hash].join(':') : null,
  })
  if (!head) {
    const orphan = await db
      .selectFrom('audit_log')
      .select('seq')
      .where('tenant_id', '=', tenantId)
      .orderBy('seq')
      .executeTakeFirst()
    if (orphan) return answer('head_missing', orphan.seq)
    // A chain is entered together with its first entry.
    return recorded.length > 0 ? answer('chain_missing', 1) : answer(null)
  }
  const [problem, at] = await walk(db, key, head)
  if (problem) return answer(problem, at)
  if (!isSame(headSeal(key, head), head.seal)) return answer('head_changed', head.seq)
  if (head.written_over_at !== null) return answer('written_over', head.written_over_at)
  if (!isEntered) return answer('not_registered')
  for (const [, seq, hash] of recorded) {
    if (seq > head.seq) return answer('shorter_than_noted', head.seq + 1)
    const entry =
      seq === 0
        ? { hash: GENESIS }
        : await db
            .selectFrom('audit_log')
            .select('hash')
            .where('tenant_id', '=', tenantId)
            .where('seq', '=', seq)
            .executeTakeFirst()
    if (!entry?.hash.startsWith(hash)) return answer('other_than_noted', seq)
  }
  return answer(null)
}

/** Up to the head as it was read; what is written meanwhile is for the next check. */
async function walk(db: Db, key: KeyObject, head: AuditHeadsTable): Promise<[ChainProblem, number] | []> {
  const last = { seq: 0, hash: GENESIS }
  while (last.seq < head.seq) {
    const page = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('tenant_id', '=', head.tenant_id)
      .where('seq', '>', last.seq)
      .where('seq', '<=', head.seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    for (const entry of page) {
      if (entry.seq !== last.seq + 1) return ['entry_missing', last.seq + 1]
      // What another secret has hashed cannot be computed again: that each follows the one before is all that can be
      // said.
      const hash =
        entry.seq <= head.plain_seq
          ? plainHashOf(entry)
          : entry.seq <= head.adopted_seq
            ? entry.hash
            : hashOf(key, entry)
      if (entry.prev_hash !== last.hash || hash !== entry.hash) return ['entry_changed', entry.seq]
      last.seq = entry.seq
      last.hash = entry.hash
    }
    if (page.length === 0) return ['end_missing', last.seq + 1]
  }
  return last.hash === head.hash ? [] : ['head_changed', head.seq]
}

/** Tenants with a head, with entries, or with a note of either. */
async function chainsAnywhere(db: Db, recorded: readonly ChainEnd[]): Promise<string[]> {
  const found = new Set(recorded.map(([tenant]) => tenant))
  for (const { tenant_id } of await db.selectFrom('audit_heads').select('tenant_id').execute())
    found.add(tenant_id)
  // From one to the next by the index: reading a million entries for a dozen names would take seconds.
  for (let last = ''; ;) {
    const {
      rows: [next],
    } = await sql<{
      tenant_id: string | null
    }>`select min(tenant_id) as tenant_id from audit_log where tenant_id > ${last}`.execute(db)
    if (!next?.tenant_id) break
    found.add(next.tenant_id)
    last = next.tenant_id
  }
  return [...found].sort()
}

const isWritten = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('audit_heads').select('tenant_id').executeTakeFirst()) !== undefined ||
  (await db.selectFrom('audit_log').select('seq').limit(1).executeTakeFirst()) !== undefined

function safely<T>(read: () => T[]): T[] {
  try {
    return read()
  } catch {
    return []
  }
}

/** `tenant:seq:hash`, several separated by commas. Undefined for what is none. */
export function readAnchors(text: string): ChainEnd[] | undefined {
  const anchors = text.split(',').map(one => /^\s*([0-9a-f]{24}):(\d{1,15}):([0-9a-f]{16,64})\s*$/.exec(one))
  return anchors.every(one => one !== null)
    ? anchors.map(one => [one[1] ?? '', Number(one[2]), one[3] ?? ''])
    : undefined
}
