/** The last announced state of each SMIB, so that each change is announced once. */
interface SmibPresenceTable {
  smib_id: string
  state: 'online' | 'offline'
  since: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    board_presence: SmibPresenceTable
  }
}

export {}
