/** What every part of the backend is given. Nothing in it is global, so a test can have its own. */
import type { Logger } from 'pino'
import type { Kysely } from 'kysely'
import type { Engine } from './db/database'
import type { Replica } from './db/replica'
import type { Tables } from './db/tables'
import type { BackendEnv } from './env'
import type { Bus } from './bus/bus'
import type { RequestDone } from './process/program-metrics'

export interface Deps {
  db: Kysely<Tables>
  engine: Engine
  /** Where there is one: for what may be some seconds old. */
  replica?: Replica | undefined
  env: BackendEnv
  log: Logger
  /** Epoch milliseconds. */
  clock: () => number
  /** Tells this process and its siblings what happened. */
  bus: Bus
  /** Where metrics are wanted: each request when it is answered. */
  requestDone?: ((request: RequestDone) => void) | undefined
}
