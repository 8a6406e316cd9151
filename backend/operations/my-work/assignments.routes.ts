/** Findings are assigned to people who may see them, each of whom is notified. */
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
interface Assigning {
  assignee: string | null
  due_on: string | null
}

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
  const open = rows.filter(({ state }) => state !== 'cleared' && state !== 'decided')
  const people =
    assignee === null
      ? new Map<string, Person>()
      : await peopleFor(whole(db), kind, open, assignee.toLowerCase())
  const theirs = open.filter(row => people.get(row.tenant._id)?.username !== (row.assignee ?? undefined))
  for (const { _id: id, tenant } of open) {
    const person = people.get(tenant._id)
    const set = {
      assignee: person?.username ?? null,
      assignee_id: person?.id ?? null,
      due_on,
      updated_at: now,
    }
    await db
      .updateTable(finding[kind])
      .set(row => ({ ...set, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  }
  await recordChanges(
    db,
    actor,
    open.map(({ _id: id, tenant, slot: { name: serial }, ...before }) => ({
      entity: kind,
      id,
      tenantId: tenant._id,
      action: 'assign',
      before: { serial, assignee: before.assignee, due_on: before.due_on },
      after: { serial, assignee: people.get(tenant._id)?.username ?? null, due_on },
    })),
    now,
  )
  await notify(context, kind, theirs, people)
  const done = new Set(open.map(({ _id }) => _id))
  return rows.map(({ _id: id, state }) =>
    done.has(id) ? { id, outcome: 'done' } : { id, outcome: 'skipped', reason: state },
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
