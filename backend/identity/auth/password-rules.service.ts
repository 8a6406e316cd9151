/** Passwords that anybody would try first are refused: common ones, and those made of the person's own name. */
import { fold } from '../../platform/contract/fold'
import { invalidField } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import { leastPasswordOf } from '../../platform/layered-settings/session-limits.service'

interface Owner {
  tenant_id: string
  username: string
  full_name: string
  email: string | null
}

/** Shorter parts of names stand in many good passwords by chance. */
const SHORTEST_NAME = 4
const FEWEST_CHARACTERS = 5

/** Why a password is too easy to guess, as a key of `errors:fields`; null for a good one. */
async function passwordFault(password: string, owner: Omit<Owner, 'tenant_id'>): Promise<string | null> {
  const plain = fold(password.normalize('NFKC'))
  if (new Set(plain).size < FEWEST_CHARACTERS) return 'password_repeats'
  if (await isCommon(plain)) return 'password_common'
  // What is left without the names must be a password of its own.
  const names = [owner.username, ...owner.full_name.split(/\s+/), owner.email?.split('@')[0] ?? '']
    .map(fold)
    .filter(name => name.length >= SHORTEST_NAME)
  const rest = names.reduce((text, name) => text.replaceAll(name, ''), plain)
  return rest !== plain && rest.length < 8 ? 'password_name' : null
}

/** Throws 422, also for one that is shorter than the owner's tenant asks for. */
export async function demandGoodPassword(
  db: Db,
  password: string,
  owner: Owner,
  field = 'password',
): Promise<void> {
  const min = await leastPasswordOf(db, owner.tenant_id)
  if (password.length < min) throw invalidField(field, 'too_short', { min })
  const code = await passwordFault(password, owner)
  if (code !== null) throw invalidField(field, code)
}

/** Also with a year, digits or signs put behind it, which is what people add when a rule asks for more. */
async function isCommon(plain: string): Promise<boolean> {
  const common = await list()
  return common.has(plain) || common.has(plain.replace(/[\d\W_]+$/, ''))
}

let loaded: Promise<ReadonlySet<string>> | undefined

/** 49,000 words, read when somebody first chooses a password: it costs a tenth of a second. */
const list = (): Promise<ReadonlySet<string>> =>
  (loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(word => fold(word))),
  ))
