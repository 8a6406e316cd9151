/** What holds for a record, for other modules. */
import type { Db } from '../db/database'
import type { Scope } from '../request/actor'
import type { Config, ConfigKind } from './config.contract'
import { readConfig } from './config.service'
import { ownerOf } from './owners.service'

/** Throws 404 for what is not there or not in scope. */
export const settingsHeldBy = async (
  db: Db,
  scope: Scope,
  kind: ConfigKind,
  id: string,
): Promise<Config['settings']> => (await readConfig(db, await ownerOf(db, scope, kind, id))).settings
