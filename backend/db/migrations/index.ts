/** In order, by name; applied once, at start. A migration that has landed is never edited. */
import type { Migration } from 'kysely'
import * as core from './001-core'

export const migrations: Record<string, Migration> = {
  '001-core': core,
}
