/** Whoever a comment mentions by `@` and their user name is notified of it, where they may see the record. */
import { allows } from '../../platform/contract/permissions'
import { asSeenBy } from '../../identity/auth/rules-of.service'
import { permissionsOfUser } from '../../identity/auth/permissions-of.service'
import type { Db } from '../../platform/db/database'
import { whole } from '../../platform/db/narrowed'
import type { TemplateName } from '../../workflow/news/notification-templates.contract'
import { readsRecord, type CommentKind } from '../../workflow/news/comment-kinds.contract'
import { raise, type Raised } from '../../workflow/notifications/notifications.service'
import { MOST_MENTIONS } from './comments.contract'
import { recordIn, type CommentAsker, type CommentedRecord } from './comments.service'

/** A name begins after no other letter, so a mail address mentions nobody; a full stop after it is none of it. */
const MENTION = /(?<![\p{L}\p{M}\d._+-])@([\p{Script=Latin}\p{M}\d._@+-]{2,100})/gu

const nameOf = (mentioned: string) =>
  mentioned
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[.-]+$/, '')

/** User names, in small letters, each once. */
export const mentionsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, name = '']) => nameOf(name))),
]

export interface Person {
  id: string
  username: string
}

/**
 * Of a tenant, those of these user names who may see the record, by permission and by their rules. `db`: as nobody is
 * narrowed, since who writes may see other parts than who reads.
 */
async function whoMaySee(
  db: Db,
  { about, id, tenantId }: Pick<CommentedRecord, 'about' | 'id' | 'tenantId'>,
  names: readonly string[],
): Promise<Person[]> {
  const seeing: Person[] = []
  for (const person of await readersOf(db, about, tenantId, names))
    if (await recordIn(await asSeenBy(db, person.id), about, id)) seeing.push(person)
  return seeing
}

/** Those of these user names whom a permission lets read such records; rules may still narrow them. */
export async function readersOf(
  db: Db,
  about: CommentKind,
  tenantId: string,
  names: readonly string[],
): Promise<Person[]> {
  if (names.length === 0) return []
  const people = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', 'in', [...names])
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', 1)
    .where('archived_at', 'is', null)
    .execute()
  const reading: Person[] = []
  for (const person of people)
    if (allows(await permissionsOfUser(db, person.id), readsRecord[about])) reading.push(person)
  return reading
}

/** In the transaction of what they are notified of, which takes no second connection. */
export async function notifyOfMentions(
  asker: CommentAsker,
  record: CommentedRecord,
  names: readonly string[],
): Promise<{ raised: Raised[]; notNotified: string[] }> {
  const wanted = names.slice(0, MOST_MENTIONS)
  const seeing = await whoMaySee(whole(asker.db), record, wanted)
  const raised: Raised[] = []
  for (const person of seeing) {
    if (person.id === asker.actor.id) continue
    raised.push(...(await notifyOne(asker, record, person.id, 'mentioned')))
  }
  const known = new Set(seeing.map(({ username }) => username))
  return { raised, notNotified: names.filter(name => !known.has(name)) }
}

/** In a transaction: one person's own notification, which leads to the record. */
export async function notifyOne(
  { db, actor, now }: Pick<CommentAsker, 'db' | 'actor' | 'now'>,
  record: CommentedRecord,
  userId: string,
  template: TemplateName,
  data: Record<string, string> = {},
): Promise<Raised[]> {
  const { about, id, tenantId, slotId, serial, locationId, location } = record
  const one = await raise(
    db,
    {
      template,
      tenantId,
      resourceType: 'slot',
      resourceId: slotId,
      details: {
        tenant_id: tenantId,
        location_id: locationId,
        location_name: location,
        slot_id: slotId,
        slot_name: serial,
        about_kind: about,
        about_id: id,
      },
      data: { ...data, actor: actor.name, serial, location },
      to: { userId, about, id },
      folds: false,
    },
    now,
  )
  return one ? [one] : []
}
