/** Commands to SMIBs, and the answers of their slots. Instants are epoch milliseconds. */
import type { GeneratedAlways, Selectable } from 'kysely'
import type { CommandKind, CommandResult, CommandState } from './control.contract'

interface MachineCommands {
  id: string
  tenant_id: string
  location_id: string
  /** The slot it is about; of a SMIB's own command, the one it stood in. */
  slot_id: string | null
  /** The SMIB that fetched it; of a SMIB's own command, that SMIB from the start. */
  smib_id: string | null
  kind: CommandKind
  /** In one lane a target has one open command at a time: lock and unlock share one. */
  lane: string
  /** JSON: the command's own values. Never a secret. */
  input: string
  state: CommandState
  /** Slot or SMIB that the command is still to be sent to; null once nothing is to be sent any more. */
  open_target: string | null
  answer_code: string | null
  /** JSON, as the SMIB sent it. */
  answer: string | null
  reason: string | null
  created_by: string
  created_by_name: string
  created_at: number
  sent_at: number | null
  answered_at: number | null
  expires_at: number
  /** The bulk action that it began with: the same for its repeats. */
  bulk_id: string | null
  /** The very one that ordered it, whose counters follow it. */
  bulk_job_id: string | null
  /** Worked out by the database; when it changes, so do the counters of its bulk action. */
  result: GeneratedAlways<CommandResult>
}

export type MachineCommandsTable = Selectable<MachineCommands>

/** Facts about a slot in addition to its own row: from its answers, or by people's decisions. */
interface SlotControlsTable {
  slot_id: string
  tenant_id: string
  /** ready, registered, pending, not_registered */
  aft_status: string | null
  /** The number that the slot itself answered with. */
  aft_asset_no: number | null
  aft_pos_id: string | null
  aft_at: number | null
  unassign_rule: string | null
  rule_version: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    machine_commands: MachineCommands
    slot_controls: SlotControlsTable
  }
}
