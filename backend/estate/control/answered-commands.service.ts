/**
 * Further work once a slot has done a command: money that it paid is booked by the wing that ordered it, which
 * `backend/registrations.ts` registers by kind.
 */
import type { Db } from '../../platform/db/database'
import type { CommandKind } from '../orders/control.contract'
import type { MachineCommandsTable } from '../orders/control.table'

/** In the transaction that records the answer. */
export type AnsweredCommand = (db: Db, command: MachineCommandsTable, now: number) => Promise<void>

let known: Readonly<Partial<Record<CommandKind, AnsweredCommand>>> | undefined

export function registerAnsweredCommands(
  byKind: Readonly<Partial<Record<CommandKind, AnsweredCommand>>>,
): void {
  known = byKind
}

/** Throws where `registerAnsweredCommands` was not called: a payment would be made and never booked. */
export async function afterAnswer(db: Db, command: MachineCommandsTable, now: number): Promise<void> {
  if (!known) throw new Error('nothing is registered for answered commands')
  await known[command.kind]?.(db, command, now)
}
