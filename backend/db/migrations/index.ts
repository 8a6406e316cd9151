/** In order, by name; applied once, at start. A migration that has landed is never edited. */
import type { Migration } from 'kysely'
import * as core from './001-core'
import * as auth from './002-auth'
import * as audit from './003-audit'
import * as rawdata from './004-rawdata'
import * as notifications from './005-notifications'
import * as settings from './007-settings'
import * as tasks from './006-tasks'

export const migrations: Record<string, Migration> = {
  '001-core': core,
  '002-auth': auth,
  '003-audit': audit,
  '004-rawdata': rawdata,
  '005-notifications': notifications,
  '007-settings': settings,
  '006-tasks': tasks,
}
