/** One row that health checks write. */
interface HealthChecksTable {
  id: string
  at: number
  room: string
}
declare module '../db/tables' {
  interface Tables {
    health_checks: HealthChecksTable
  }
}

export {}
