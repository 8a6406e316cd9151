/** One row that health checks write. */
interface HealthChecksTable {
  id: string
  at: number
  room: string
}
export interface HealthTables {
  health_checks: HealthChecksTable
}
