/** What is known of a row of a file while it is checked. */
import type { Stored } from '../../platform/store/columns'
import type { MeterSetupInput } from './meter-setups.service'
import { type ImportProblem } from './imports.contract'
import type { Place, Tenant } from './row-owner'

/** One row while it is looked at. */
export interface Work {
  line: number
  id: string
  /** By column, what could be read of the cells that are not empty. */
  values: Record<string, unknown>
  /** Columns of the file, empty cells included. */
  present: Set<string>
  problems: ImportProblem[]
  tenant?: Tenant | undefined
  place?: Place | undefined
  slot?: { id: string } | undefined
  before?: Stored | undefined
  also: Stored
  meters?: MeterSetupInput | undefined
}
