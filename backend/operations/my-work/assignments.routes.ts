/** Findings are assigned to people who may see them, each of whom is notified. */
import { sql } from 'kysely'
import { asSeenBy } from '../../identity/auth/rules-of.service'
import { recordChanges } from '../../platform/audit/audit.service'
import type { ActionResult } from '../../platform/contract/contract'
import { groupBy } from '../../platform/contract/group-by'
import { invalidField } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { whole } from '../../platform/db/narrowed'
import type { Api } from '../../platform/http/api'
import { command, type CommandContext } from '../../platform/http/commands'
import { anomaliesContract } from '../../accounting/anomalies/anomalies.contract'
import { repairsContract } from '../../accounting/repairs/repairs.contract'
import { announce } from '../../workflow/notifications/notifications.service'
import { commentedRecord } from '../comments/comments.service'
import { notifyOne, readersOf, type Person } from '../comments/mentions.service'

/** Of more at once, one notification says how many. */
const MOST_NOTIFIED = 5
const finding = { anomaly: 'anomalies', repair: 'repairs' } as const
type Kind = keyof typeof finding

interface Row {
  _id: string
  state: string
  assignee: string | null
  due_on: string | null
  slot: { name: string }
  tenant: { _id: string }
}
/** Undefined: as it is. */
interface Assigning {
  assignee?: string | null | undefined
  due_on?: string | null | undefined
}

/** States of what nobody has to see to any more. */
const over: readonly string[] = ['cleared', 'decided']

const summary = 'Say who sees to it and by when: a user of its tenant who may see it, or nobody'

/** After the modules whose findings these are. */
export function registerLast(api: Api): void {
  const kinds = [
    ['anomaly', 'anomalies/anomalies', anomaliesContract.actions.assign],
    ['repair', 'repairs/repairs', repairsContract.actions.assign],
  ] as const
  for (const [kind, name, action] of kinds) {
    const store = api.stores.get(name)
    if (!store) throw new Error(`There is no store ${name}`)
    command(api, store, action, summary, (context, rows, input) =>
      assign(context, kind, rows as unknown as Row[], input),
    )
  }
}

async function assign(
  context: CommandContext,
  kind: Kind,
  rows: readonly Row[],
  { assignee, due_on }: Assigning,
): Promise<ActionResult[]> {
  const { db, actor, now } = context
  if (assignee === undefined && due_on === undefined) throw invalidField('assignee', 'required')
  const seeing = rows.filter(({ state }) => !over.includes(state))
  const people =
    typeof assignee === 'string'
      ? await peopleFor(whole(db), kind, seeing, assignee.toLowerCase())
      : new Map<string, Person>()
  const toWhom = ({ tenant, assignee: stands }: Row) =>
    assignee === undefined ? stands : (people.get(tenant._id)?.username ?? null)
  const done = new Set<string>()
  for (const [tenantId, theirs] of groupBy(seeing, ({ tenant }) => tenant._id)) {
    const person = people.get(tenantId)
    const set = {
      ...(assignee !== undefined && {
        assignee: person?.username ?? null,
        assignee_id: person?.id ?? null,
      }),
      ...(due_on !== undefined && { due_on }),
      updated_at: now,
    }
    for (const part of inPieces(theirs)) {
      const ids = part.map(({ _id }) => _id)
      // Some may be over since they were read.
      const { rows: written } = await sql<{ id: string }>`update ${sql.table(finding[kind])} set ${sql.join(
        Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
      )}, version = version + 1 where id in (${sql.join(ids)}) and state not in (${sql.join(over)}) returning id`.execute(
        db,
      )
      for (const { id } of written) done.add(id)
    }
  }
  const changed = seeing.filter(({ _id }) => done.has(_id))
  await recordChanges(
    db,
    actor,
    changed.map(row => ({
      entity: kind,
      id: row._id,
      tenantId: row.tenant._id,
      action: 'assign',
      before: { serial: row.slot.name, assignee: row.assignee, due_on: row.due_on },
      after: {
        serial: row.slot.name,
        assignee: toWhom(row),
        due_on: due_on === undefined ? row.due_on : due_on,
      },
    })),
    now,
  )
  await notify(
    context,
    kind,
    changed.filter(row => toWhom(row) !== row.assignee),
    people,
  )
  return rows.map(({ _id: id, state }) =>
    done.has(id)
      ? { id, outcome: 'done' }
      : { id, outcome: 'skipped', reason: over.includes(state) ? state : 'decided' },
  )
}

/** By tenant. `db`: as nobody is narrowed. Throws 422 where nobody of this name may see all of the rows. */
async function peopleFor(
  db: Db,
  kind: Kind,
  rows: readonly Row[],
  name: string,
): Promise<Map<string, Person>> {
  const people = new Map<string, Person>()
  for (const [tenantId, theirs] of groupBy(rows, ({ tenant }) => tenant._id)) {
    const [person] = await readersOf(db, kind, tenantId, [name])
    if (!person) throw invalidField('assignee', 'cannot_see')
    const seen = await asSeenBy(db, person.id)
    for (const part of inPieces(theirs)) {
      const ids = part.map(({ _id }) => _id)
      const { n } = await seen
        .selectFrom(finding[kind])
        .select(({ fn }) => fn.countAll().as('n'))
        .where('id', 'in', ids)
        .executeTakeFirstOrThrow()
      if (Number(n) !== ids.length) throw invalidField('assignee', 'cannot_see')
    }
    people.set(tenantId, person)
  }
  return people
}

/** As many ids as one statement takes. */
const PIECE = 500
const inPieces = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / PIECE) }, (_, nr) =>
    items.slice(nr * PIECE, (nr + 1) * PIECE),
  )

async function notify(
  context: CommandContext,
  kind: Kind,
  rows: readonly Row[],
  people: ReadonlyMap<string, Person>,
): Promise<void> {
  for (const [tenantId, theirs] of groupBy(rows, ({ tenant }) => tenant._id)) {
    const person = people.get(tenantId)
    if (!person || person.id === context.actor.id) continue
    const isMany = theirs.length > MOST_NOTIFIED
    for (const { _id } of isMany ? theirs.slice(0, 1) : theirs)
      announce(
        context.deps,
        await notifyOne(
          context,
          await commentedRecord(context, kind, _id),
          person.id,
          isMany ? 'assigned_many' : 'assigned',
          { count: String(theirs.length) },
        ),
      )
  }
}
