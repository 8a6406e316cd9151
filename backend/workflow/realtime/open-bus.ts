/** The bus that the settings ask for: within one process, or among all that share a PostgreSQL. */
import type { Logger } from 'pino'
import { localBus, type Bus } from '../../platform/bus/bus'
import { postgresBus } from './postgres-bus'

export const openBus = async (
  { databaseUrl }: { databaseUrl: string | undefined },
  log: Logger,
): Promise<Bus> => (databaseUrl ? postgresBus(databaseUrl, log) : localBus())
