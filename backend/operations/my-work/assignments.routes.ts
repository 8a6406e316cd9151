/** Findings are assigned to people who may see them, each of whom is notified. */
import { recordChange } from '../../platform/audit/audit.service'
import type { ActionResult } from '../../platform/contract/contract'
import { invalidField } from '../../platform/contract/problem'
import type { Api } from '../../platform/http/api'
import { command, type CommandContext } from '../../platform/http/commands'
import { anomaliesContract } from '../../accounting/anomalies/anomalies.contract'
import { anomaliesStore } from '../../accounting/anomalies/anomalies.store'
import { repairsContract } from '../../accounting/repairs/repairs.contract'
import { repairsStore } from '../../accounting/repairs/repairs.store'
import { announce } from '../../workflow/notifications/notifications.service'
import { commentedRecord } from '../comments/comments.service'
import { notifyOne, whoMaySee } from '../comments/mentions.service'

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
}
interface Assigning {
  assignee: string | null
  due_on: string | null
}

const summary = 'Say who sees to it and by when: a user of its tenant who may see it, or nobody'

export function register(api: Api): void {
  command(api, anomaliesStore, anomaliesContract.actions.assign, summary, (context, rows, input) =>
    assign(context, 'anomaly', rows, input),
  )
  command(api, repairsStore, repairsContract.actions.assign, summary, (context, rows, input) =>
    assign(context, 'repair', rows, input),
  )
}

async function assign(
  context: CommandContext,
  kind: Kind,
  rows: readonly Row[],
  { assignee, due_on: due }: Assigning,
): Promise<ActionResult[]> {
  const { deps, actor } = context
  const open = rows.filter(({ state }) => state !== 'cleared' && state !== 'decided')
  const concerned = []
  for (const row of open) {
    const record = await commentedRecord(context, kind, row._id)
    const [person] = assignee === null ? [] : await whoMaySee(deps.db, record, [assignee.toLowerCase()])
    if (assignee !== null && !person) throw invalidField('assignee', 'cannot_see')
    concerned.push({ row, record, person })
  }
  for (const { row, record, person } of concerned)
    await write(context, kind, row, record.tenantId, { person, due })
  const theirs = concerned.filter(({ row, person }) => person && person.username !== row.assignee)
  const [first] = theirs
  if (first?.person && first.person.id !== actor.id) {
    const isMany = theirs.length > MOST_NOTIFIED
    for (const { record, person } of isMany ? [first] : theirs)
      if (person)
        announce(
          deps,
          await notifyOne(context, record, person.id, isMany ? 'assigned_many' : 'assigned', {
            count: String(theirs.length),
          }),
        )
  }
  const done = new Set(open.map(({ _id }) => _id))
  return rows.map(({ _id: id, state }) =>
    done.has(id) ? { id, outcome: 'done' } : { id, outcome: 'skipped', reason: state },
  )
}

async function write(
  { db, actor, now }: CommandContext,
  kind: Kind,
  { _id: id, assignee, due_on, slot: { name: serial } }: Row,
  tenantId: string,
  { person, due }: { person: { id: string; username: string } | undefined; due: string | null },
): Promise<void> {
  await db
    .updateTable(finding[kind])
    .set(row => ({
      assignee: person?.username ?? null,
      assignee_id: person?.id ?? null,
      due_on: due,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await recordChange(
    db,
    actor,
    {
      entity: kind,
      id,
      tenantId,
      action: 'assign',
      before: { serial, assignee, due_on },
      after: { serial, assignee: person?.username ?? null, due_on: due },
    },
    now,
  )
}
