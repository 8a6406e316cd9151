/** The users of the demo network. The sign-in page names them with their passwords: they protect invented data. */
import type { Db } from '../../platform/db/database'
import type { BackendEnv } from '../../platform/env'
import type { RoleName } from './users.service'

export interface DemoSignIn {
  username: string
  password: string
  role: RoleName
  fullName: string
  jobTitle: string
  /** The system's, or the largest tenant's. */
  of: 'system' | 'tenant'
}

const person = (
  username: string,
  role: RoleName,
  of: DemoSignIn['of'],
  fullName: string,
  jobTitle: string,
): DemoSignIn => ({ username, password: `demo-${username}-2026`, role, of, fullName, jobTitle })

export const demoSignIns: readonly DemoSignIn[] = [
  person('admin', 'administrator', 'system', 'Adrian Șoimescu', 'System administrator'),
  person('manager', 'manager', 'tenant', 'Mihaela Țăranu', 'Network manager'),
  person('operator', 'operator', 'tenant', 'Bogdan Nițu', 'Hall operator'),
  person('auditor', 'auditor', 'tenant', 'Ileana Stănescu', 'Internal auditor'),
  person('inspector', 'inspector', 'tenant', 'Grațian Rădulescu', 'Gambling inspector'),
]

/**
 * Those of them whom strangers may see: none unless this installation made the demo network and is still run as a
 * demo.
 */
export async function namedSignIns(
  db: Db,
  env: Pick<BackendEnv, 'demo'>,
): Promise<Pick<DemoSignIn, 'username' | 'password' | 'role'>[]> {
  if (!env.demo) return []
  const made = await db.selectFrom('demo_network').select('id').executeTakeFirst()
  return made ? demoSignIns.map(({ username, password, role }) => ({ username, password, role })) : []
}

type SharePath = (db: Db, now: number) => Promise<string | null>
let sharePath: SharePath | undefined

/** Share links are of a later wing, which `backend/registrations.ts` registers. */
export function registerDemoShare(path: SharePath): void {
  sharePath = path
}

/** The path of the demo's share link, which the sign-in page names after its users. */
export async function namedShare(db: Db, now: number): Promise<string | null> {
  if (!sharePath) throw new Error('nothing is registered for the share link of the demo')
  return sharePath(db, now)
}
