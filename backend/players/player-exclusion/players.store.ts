import { invalidField } from '../../platform/contract/problem'
import { localTime } from '../../platform/contract/time-zone'
import { sql } from 'kysely'
import { derived, readOnly, refTo, type Stored } from '../../platform/store/columns'
import { defineStore } from '../../platform/store/store'
import type { WriteContext } from '../../platform/store/store-spec'
import type { Db } from '../../platform/db/database'
import { maskName } from './cnp'
import {
  formsWithin,
  heldKeyring,
  identify,
  keyring,
  type DocumentType,
  type Identity,
  type Keyring,
} from './identity'
import { bringForward } from './key-rotation.service'
import { playersContract } from './players.contract'
import { inForce } from './terms'

/** The details that a reveal shows. A CNP is not among them: nobody has it any more. */
export interface PlayerDetails {
  name: string | null
  born: string | null
  /** Of documents that are no CNP. */
  numbers: { type: DocumentType; number: string }[]
}

const excluded = (now: number) =>
  sql`(exists (select 1 from self_exclusions e where e.player_id = t.id and ${inForce('e', now)}) or exists (
    select 1 from player_documents d join onjn_exclusions o on o.tenant_id = d.tenant_id and o.hash = d.hash
    where d.player_id = t.id and o.removed_at is null and o.valid_from <= ${now}))`
const blacklisted = (now: number) =>
  sql`exists (select 1 from blacklists b where b.player_id = t.id and ${inForce('b', now)})`

const lastAlert = (column: string) =>
  sql`(select ${sql.ref(column)} from inside_alerts a join locations l on l.id = a.location_id
    where a.player_id = t.id order by a.found_at desc, a.location_id limit 1)`

export const playersStore = defineStore(playersContract, {
  table: 'players',
  columns: {
    tenant: refTo('tenant_id', 'tenants', 'name'),
    name: readOnly('name'),
    document_type: readOnly('document_type'),
    document: readOnly('document'),
    standing: derived(['is_excluded', 'is_blacklisted'], ({ is_excluded, is_blacklisted }) =>
      Number(is_excluded) === 1 ? 'excluded' : Number(is_blacklisted) === 1 ? 'blacklisted' : 'free',
    ),
    found_inside_at: derived(['found_inside_at'], row => row.found_inside_at ?? null),
    found_inside_in: derived(
      ['found_inside_in', 'found_inside_name'],
      ({ found_inside_in: _id, found_inside_name: name }) => (_id ? { _id, name } : null),
    ),
  },
  search: ({ name, document }) => [name as string, document as string],
  reads: {
    is_excluded: now => sql`case when ${excluded(now)} then 1 else 0 end`,
    is_blacklisted: now => sql`case when ${blacklisted(now)} then 1 else 0 end`,
    found_inside_at: () => lastAlert('a.found_at'),
    found_inside_in: () => lastAlert('a.location_id'),
    found_inside_name: () => lastAlert('l.name'),
  },
  filters: {
    standing: (value: string, now: number) =>
      value === 'excluded'
        ? sql<boolean>`${excluded(now)}`
        : value === 'blacklisted'
          ? sql<boolean>`${blacklisted(now)} and not ${excluded(now)}`
          : sql<boolean>`not ${excluded(now)} and not ${blacklisted(now)}`,
  },
  prepare,
})

type Writing = WriteContext<typeof playersContract>

async function prepare({ db, scope, id, now, before, input }: Writing): Promise<Stored> {
  const tenantId = await ownerOf(db, { before, tenant: input.tenant, mine: scope.tenantId })
  const { full_name: name, document_number: number, birth_date: born } = input
  if (!before && name === null) throw invalidField('full_name', 'required')
  if (!before && number === null) throw invalidField('document_number', 'required')
  const today = localTime(now, 'UTC').toISODate() ?? ''
  if (born !== null && born > today) throw invalidField('birth_date', 'in_the_future')
  const identity = number === null ? null : readDocument(input.document_type, number)
  const ring = identity ? await heldKeyring(db, now) : await keyring(db, now)
  if (identity && born !== null && identity.births.length > 0 && !identity.births.includes(born))
    throw invalidField('birth_date', 'cnp_other_birth')
  if (identity && number !== null) await addDocument(db, ring, { tenantId, playerId: id, identity, number })
  const earlier = detailsOf(before ? ring.open(String(before.details)) : null)
  const bornOn = born ?? theOneBirth(identity, today)
  // Sealing the same twice gives two texts: what was not given stays as it is written.
  const hasDetails = name !== null || bornOn !== null || identity?.number
  return {
    tenant_id: tenantId,
    ...(name !== null && { name: maskName(name) }),
    ...(identity && { document_type: identity.type, document: identity.mask }),
    ...(hasDetails && {
      details: ring.seal(
        JSON.stringify({
          name: name ?? earlier.name,
          born: bornOn ?? earlier.born,
          numbers: identity?.number
            ? [...earlier.numbers, { type: identity.type, number: identity.number }]
            : earlier.numbers,
        } satisfies PlayerDetails),
      ),
    }),
  }
}

/** A person's record does not change hands. */
async function ownerOf(
  db: Db,
  { before, tenant, mine }: { before: Stored | undefined; tenant: string | null; mine: string | null },
): Promise<string> {
  if (before) {
    if (tenant !== null && tenant !== before.tenant_id) throw invalidField('tenant', 'fixed')
    return String(before.tenant_id)
  }
  const owner = tenant ?? mine
  if (owner !== null) return owner
  const all = await db.selectFrom('tenants').select('id').where('archived_at', 'is', null).limit(2).execute()
  if (all.length === 1 && all[0]) return all[0].id
  throw invalidField('tenant', 'required')
}

/** The date of birth that a number contains; null where it can mean several days. */
export const theOneBirth = (identity: Identity | null, today: string): string | null => {
  const [born, ...others] = identity?.births.filter(day => day <= today) ?? []
  return others.length === 0 ? (born ?? null) : null
}

function readDocument(type: DocumentType, text: string): Identity {
  const identity = identify(type, text)
  if ('fault' in identity) throw invalidField('document_number', identity.fault)
  return identity
}

/**
 * Throws 422 `taken` for a document that is known already, of this person or another. Another kind's with the same
 * number is no hindrance, or nobody could be registered whose passport has the number of somebody's card; a CNP is one
 * under every kind, and a number that was written with it is looked for as well.
 */
async function addDocument(
  db: Db,
  ring: Keyring,
  {
    tenantId,
    playerId,
    identity,
    number,
  }: { tenantId: string; playerId: string; identity: Identity; number: string },
): Promise<void> {
  await bringForward(db, ring, tenantId, [identity.sha])
  const forms = identity.type === 'cnp' ? formsWithin(number) : [identity.sha]
  const taken = await db
    .selectFrom('player_documents')
    .select('player_id')
    .where('tenant_id', '=', tenantId)
    .where(
      'hash',
      'in',
      forms.flatMap(sha => ring.all(sha)),
    )
    .executeTakeFirst()
  if (taken) throw invalidField('document_number', 'taken')
  await db
    .insertInto('player_documents')
    .values({
      tenant_id: tenantId,
      player_id: playerId,
      document_type: identity.type,
      document: identity.mask,
      ...ring.keyed(identity.sha),
    })
    .execute()
}

export const detailsOf = (opened: string | null): PlayerDetails =>
  opened === null ? { name: null, born: null, numbers: [] } : (JSON.parse(opened) as PlayerDetails)
