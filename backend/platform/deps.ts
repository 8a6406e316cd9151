/** What every part of the backend is given. Nothing in it is global, so a test can have its own. */
import type { Logger } from 'pino'
import type { Kysely } from 'kysely'
import type { Engine } from './db/database'
import type { Tables } from './db/tables'
import type { BackendEnv } from './env'
import type { Bus } from './bus/bus'

export interface Deps {
  db: Kysely<Tables>
  engine: Engine
  env: BackendEnv
  log: Logger
  /** Epoch milliseconds. */
  clock: () => number
  /** Tells this process and its siblings what happened. */
  bus: Bus
}
