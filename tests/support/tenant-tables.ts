/** Which tables are no tenant's: all others have rows of tenants. */
import type { createApp } from '../../backend/app'

/**
 * Rows of no tenant: each is every tenant's, or the installation's own. Those of entities say so in their contract
 * (`ownedBy: null`).
 */
export const SHARED = [
  'tenants',
  'short_ids', // Looked up beside every raw row: a cluster keeps it on each machine.
  'game_mix_games',
  'acl_state',
  'audit_registry',
  'auth_secrets',
  'exclusion_keys',
  'seal_keys',
  'demo_network',
  'health_checks',
  'leases',
  'kysely_migration',
  'kysely_migration_lock',
]

/** Those of entities that all tenants share. */
export const tablesOfAll = ({ api }: ReturnType<typeof createApp>): string[] =>
  [...api.stores.values()].filter(({ contract }) => contract.ownedBy === null).map(({ spec }) => spec.table)
