/** Every table, by module. */
import type { CoreTables } from './core.table'

export interface Tables extends CoreTables {}
