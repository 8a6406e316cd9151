/** The sheet of a location's shift, from stored data, by the rights of who hands it over. */
import { sql } from 'kysely'
import { allows } from '../../platform/contract/permissions'
import type { Money } from '../../platform/contract/primitives'
import { languages } from '../../workflow/news/own-words.service'
import { sentenceOf } from '../../workflow/news/sentence.service'
import { eventLines } from './events.queries'
import { moneyLines } from './money.queries'
import { openLines } from './open.queries'
import {
  eventKinds,
  moneyKinds,
  MOST_SHOWN,
  openKinds,
  type HandoverSheet,
  type OpenKind,
  type OpenLine,
  type OpenRecord,
} from './shift-handovers.contract'
import type { Shift } from './shift'
import { takingsOf, takingsRule } from './takings.queries'

/** `before`: the location's sheet before, and when its shift ended. */
export async function sheetOf(
  shift: Shift,
  before: { to: number; sheet: HandoverSheet } | null,
): Promise<HandoverSheet> {
  const { db, actor } = shift
  const mayRead = ({ rule }: Pick<(typeof openLines)[OpenKind], 'rule'>) => allows(actor.permissions, rule)
  const sheet: HandoverSheet = { money: [], events: [], open: [], left_out: [] }
  if (allows(actor.permissions, takingsRule))
    sheet.takings = await takingsOf(shift, before && { to: before.to, takings: before.sheet.takings })
  else sheet.left_out.push('takings')
  for (const kind of moneyKinds) {
    const line = moneyLines[kind]
    if (mayRead(line)) sheet.money.push({ kind, ...(await line.read(shift)) })
    else sheet.left_out.push(kind)
  }
  for (const kind of eventKinds) {
    const line = eventLines[kind]
    if (!mayRead(line)) sheet.left_out.push(kind)
    else {
      const { rows } = await sql<{ n: number }>`select count(*) as n ${line.rows(shift)}`.execute(db)
      sheet.events.push({ kind, count: Number(rows[0]?.n ?? 0) })
    }
  }
  for (const kind of openKinds)
    if (mayRead(openLines[kind])) sheet.open.push(await openLineOf(shift, kind))
    else sheet.left_out.push(kind)
  return sheet
}

type Found = Record<'id' | 'name', string> &
  Record<'position' | 'word' | 'currency', string | null> &
  Record<'since' | 'minor', number | null>

async function openLineOf(shift: Shift, kind: OpenKind): Promise<OpenLine> {
  const { db } = shift
  const { list, select, rows } = openLines[kind]
  const { rows: found } = await sql<Found & { n: number }>`
    select * from (select ${select}, count(*) over () as n ${rows(shift)}) as found order by since, name, id limit ${MOST_SHOWN}`.execute(
    db,
  )
  const texts = kind === 'alarms' ? await textsOf(shift, found) : undefined
  return {
    kind,
    count: Number(found[0]?.n ?? 0),
    records: found.map(row => ({ ...recordOf(list, row), text: texts?.get(row.id) ?? null })),
  }
}

const recordOf = (list: string, row: Found): Omit<OpenRecord, 'text'> => ({
  list,
  _id: row.id,
  name: row.name,
  position: row.position,
  since: row.since === null ? null : Number(row.since),
  word: row.word,
  amount:
    row.minor === null ? null : { minor: Number(row.minor), currency: row.currency as Money['currency'] },
})

/** The words of each alarm, as its list shows them, in every language. */
async function textsOf({ db }: Shift, found: readonly Found[]): Promise<Map<string, OpenRecord['text']>> {
  if (found.length === 0) return new Map()
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'template', 'content', 'data', 'resource_details', 'count'])
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .execute()
  return new Map(
    rows.map(row => [
      row.id,
      Object.fromEntries(
        languages.map(language => [language, sentenceOf(row, language, false)]),
      ) as OpenRecord['text'],
    ]),
  )
}
