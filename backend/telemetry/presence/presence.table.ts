/** What was last said about each SMIB, so that each change is told once. */
interface BoardPresenceTable {
  smib_id: string
  state: 'online' | 'offline'
  since: number
}

export interface PresenceTables {
  board_presence: BoardPresenceTable
}
