/** What was last said about each SMIB, so that each change is told once. */
interface BoardPresenceTable {
  smib_id: string
  state: 'online' | 'offline'
  since: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    board_presence: BoardPresenceTable
  }
}

export {}
