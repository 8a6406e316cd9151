/** How long a tenant's people stay signed in, where its general settings or the system's say so. */
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Db } from '../db/database'
import { LEAST_PASSWORD } from './general-settings.contract'
import { readSets } from './sets'
import { settingsHeldBy } from './settings-held.service'

export interface OwnSessionLimits {
  /** Null: what the installation was started with. */
  idle_minutes: number | null
  absolute_hours: number | null
}

const generalOf = (db: Db, tenantId: string) =>
  settingsHeldBy(
    db,
    { tenantId: null },
    tenantId === SYSTEM_TENANT ? 'general-system' : 'general-tenant',
    tenantId,
  )

/** Whether their people need a second factor. Those who come from an identity provider are the provider's matter. */
export const demandsSecondFactor = async (db: Db, tenantId: string): Promise<boolean> =>
  (await generalOf(db, tenantId))['session.second_factor']?.value === true

/** Characters that a new password of their people has at least. */
export async function leastPasswordOf(db: Db, tenantId: string): Promise<number> {
  const sets = await readSets(db, [
    { kind: 'general-system', id: SYSTEM_TENANT },
    { kind: 'general-tenant', id: tenantId },
  ])
  const set = [...sets.values()].map(({ values }) => Number(values['passwords.min_length'] ?? 0))
  return Math.max(LEAST_PASSWORD, ...set)
}

/** After so many minutes what moves money asks for the second factor again; null: it does not. */
export async function proofMinutesOf(db: Db, tenantId: string): Promise<number | null> {
  const value = (await generalOf(db, tenantId))['money.proof']?.value
  return typeof value === 'number' ? value : null
}

export async function sessionLimitsOf(db: Db, tenantId: string): Promise<OwnSessionLimits> {
  const settings = await generalOf(db, tenantId)
  const held = (key: string) => {
    const value = settings[key]?.value
    return typeof value === 'number' ? value : null
  }
  return { idle_minutes: held('session.idle'), absolute_hours: held('session.absolute') }
}
