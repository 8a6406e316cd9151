/**
 * A password that an administrator gives somebody with their account (specification, section 3: users). It counts as
 * any other that was chosen.
 */
import { unlockName } from '../auth/login-lock.service'
import { endLinks } from '../auth/password-links.service'
import { demandGoodPassword } from '../auth/password-rules.service'
import { hashPassword } from '../auth/passwords.service'
import { endFamiliesOf } from '../auth/token-family.service'
import { notifyOwner } from '../auth/account-notices.service'
import type { InputOf } from '../../platform/contract/contract'
import type { Stored } from '../../platform/store/columns'
import type { Db } from '../../platform/db/database'
import type { usersContract } from './users.contract'

type Input = InputOf<typeof usersContract>

/** Its columns; none where none is given. Throws 422 for one that anybody would guess. */
export async function passwordColumns(db: Db, input: Input, tenantId: string, now: number): Promise<Stored> {
  if (input.password === undefined) return {}
  const { username, full_name, email } = input
  await demandGoodPassword(db, input.password, { tenant_id: tenantId, username, full_name, email })
  return { password_hash: await hashPassword(input.password), password_changed_at: now, password_unset: 0 }
}

/** Everything that the former password opened ends (sign-ins, links, locks), and its owner is notified. */
export async function endFormerPassword(db: Db, before: Stored, now: number): Promise<void> {
  const id = String(before.id)
  await endFamiliesOf(db, id, 'password', now)
  await endLinks(db, id, now)
  await unlockName(db, String(before.username), now)
  await notifyOwner(db, 'password_changed', before as never, now)
}
