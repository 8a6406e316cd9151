import type { TenantRecord } from '../../platform/db/tables'
import type { BoardResult } from './firmware-boards.contract'

/** What a SMIB last reported to run, and when it last did; nobody else writes it. */
interface SmibFirmwareTable {
  smib_id: string
  tenant_id: string
  firmware: string
  reported_at: number
}

interface FirmwareVersionsTable extends TenantRecord {
  name: string
  notes: string | null
  sha256: string
  size: number
  uploaded_by: string
}

/** The file, in pieces of `PIECE_BYTES`; the last is shorter. */
interface FirmwarePiecesTable {
  tenant_id: string
  firmware_id: string
  nr: number
  /** Base64. */
  content: string
}

interface FirmwareRolloutsTable extends TenantRecord {
  name: string
  firmware_id: string | null
  location_id: string | null
  group_id: string | null
  back_of: string | null
  state: 'draft' | 'running' | 'paused' | 'done' | 'stopped'
  pause: 'person' | 'failures' | null
  wave_size: number
  wave_unit: 'smibs' | 'percent'
  gap: number
  hour_from: number
  hour_to: number
  fail_percent: number
  wave: number
  /** The last wave whose failures were few, or that somebody let pass. */
  passed_wave: number
  next_wave_at: number | null
  created_by: string
  started_by: string | null
  started_by_id: string | null
  started_at: number | null
  finished_at: number | null
}

interface FirmwareBoardsTable extends TenantRecord {
  rollout_id: string
  smib_id: string
  slot_id: string | null
  location_id: string
  result: BoardResult
  code: string | null
  wave: number | null
  firmware_before: string | null
  firmware: string
  firmware_id: string
  command_id: string | null
  ordered_at: number | null
  settled_at: number | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    smib_firmware: SmibFirmwareTable
    firmware_versions: FirmwareVersionsTable
    firmware_pieces: FirmwarePiecesTable
    firmware_rollouts: FirmwareRolloutsTable
    firmware_boards: FirmwareBoardsTable
  }
}
