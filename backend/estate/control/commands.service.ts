/** The last commands of one SMIB, for whoever shows it. */
import type { Db } from '../../platform/db/database'
import { scopeOf, type Actor } from '../../platform/request/actor'
import type { MachineCommand } from '../orders/control.contract'
import { commandsMatching } from './control.queries'

const SHOWN = 10

export const commandsOfSmib = async (
  db: Db,
  actor: Pick<Actor, 'tenantId'>,
  smibId: string,
): Promise<MachineCommand[]> =>
  (await commandsMatching(db, scopeOf(actor), { smib: [smibId] }, { rowsPerPage: SHOWN, page: 0 })).rows
