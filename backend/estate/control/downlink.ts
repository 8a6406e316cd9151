/**
 * Handing commands to the SMIBs that ask for them. Asking changes nothing but that they are known to be on their way.
 */
import { sql } from 'kysely'
import { rowsAsTable } from '../../platform/db/bulk'
import type { Db } from '../../platform/db/database'
import { speaksFor, type Scope } from '../../platform/request/actor'
import { COMMAND_LIFE_MS, type CommandKind } from '../orders/control.contract'
import type { DownlinkCommand } from './downlink.contract'
import { PLAY_LANE } from '../orders/orders.service'

interface Board {
  id: string
  mac: string
  slot_id: string | null
  tenant_id: string
  location_id: string
  password_hash: string | null
}
interface Open {
  id: string
  kind: CommandKind
  input: string
  open_target: string
  state: string
  created_at: number
  sent_at: number | null
  expires_at: number
}

/** For the SMIBs that the sender speaks for. Archived and unknown SMIBs have no commands. */
export async function fetchCommands(
  db: Db,
  scope: Scope,
  macs: readonly string[],
  now: number,
): Promise<DownlinkCommand[]> {
  const { rows } =
    await sql<Board>`select s.id, s.mac, s.slot_id, s.tenant_id, s.location_id, s.password_hash from ${rowsAsTable(
      db,
      { mac: 'text' },
      [...new Set(macs)].map(mac => ({ mac })),
    )}
    cross join smibs s where s.mac = b.mac and s.archived_at is null`.execute(db)
  const smibs = rows.filter(row => speaksFor(scope, row))
  const byTarget = new Map<string, Board>()
  for (const smib of smibs) {
    byTarget.set(smib.id, smib)
    if (smib.slot_id) byTarget.set(smib.slot_id, smib)
  }
  if (byTarget.size === 0) return []
  // A lock or unlock stands until the slot has answered; everything else only as long as somebody waits for it.
  const { rows: open } =
    await sql<Open>`select c.id, c.kind, c.input, c.open_target, c.state, c.created_at, c.sent_at, c.expires_at
    from ${rowsAsTable(
      db,
      { target: 'text' },
      [...byTarget.keys()].map(target => ({ target })),
    )} join machine_commands c on c.open_target = b.target
    where c.expires_at > ${now} or c.lane = ${PLAY_LANE} order by c.created_at, c.id`.execute(db)
  const pairs = open.flatMap(command => {
    const smib = byTarget.get(command.open_target)
    return smib ? [{ command, board: smib }] : []
  })
  const marked = await markSent(
    db,
    pairs.filter(({ command }) => command.sent_at === null),
    now,
  )
  return pairs
    .filter(({ command }) => command.sent_at !== null || marked.has(command.id))
    .map(({ command, board: smib }) => ({
      command_id: command.id,
      smib_id: smib.mac,
      kind: command.kind,
      // The SMIB keeps the hash, as we do: the password itself goes to a person and to nobody else.
      input:
        command.kind === 'refresh_password'
          ? { password_hash: smib.password_hash }
          : {
              ...(JSON.parse(command.input) as Record<string, unknown>),
              ...(command.kind === 'update_firmware' && { url: `/api/rawdata/v1/firmware/${command.id}` }),
            },
      ordered_at: command.created_at,
      expires_at: marked.get(command.id) ?? command.expires_at,
    }))
}

/**
 * From now on it has its time to answer. What was cancelled meanwhile is not handed out. Answers the ends of their
 * time.
 */
async function markSent(
  db: Db,
  fresh: readonly { command: Open; board: Board }[],
  now: number,
): Promise<Map<string, number>> {
  if (fresh.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    expires_at: number
  }>`update machine_commands set sent_at = ${now}, smib_id = b.smib,
      state = case when state = 'queued' then 'sent' else state end, expires_at = case when state = 'queued' then ${now + COMMAND_LIFE_MS} else expires_at end
    from ${rowsAsTable(
      db,
      { command: 'text', smib: 'text' },
      fresh.map(({ command, board: smib }) => ({ command: command.id, smib: smib.id })),
    )}
    where machine_commands.id = b.command and open_target is not null and sent_at is null returning id, expires_at`.execute(
    db,
  )
  return new Map(rows.map(row => [row.id, Number(row.expires_at)]))
}
