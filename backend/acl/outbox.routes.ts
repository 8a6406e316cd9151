/** The outbox (ruling 17): what was written, and its text where no mail server takes it. */
import { demandNotAbove, demandWhole } from './grants'
import { recordChange } from '../audit/audit.service'
import { sealOf } from '../auth/sealed.service'
import type { RowOf } from '../contract/contract'
import { SYSTEM_TENANT } from '../contract/primitives'
import type { Db } from '../db/database'
import type { Api } from '../http/api'
import type { Actor } from '../http/actor'
import { revealingCommand } from '../http/commands'
import { crud } from '../http/crud'
import { mailsContract } from '../mail/mail.contract'
import type { Composed } from '../mail/mail.service'
import { mailsStore } from './outbox.store'

type Mail = RowOf<typeof mailsContract>

export function register(api: Api): void {
  crud(api, mailsStore)
  revealingCommand(
    api,
    mailsStore,
    mailsContract.actions.show,
    'Read the text of an e-mail that is kept for want of a mail server',
    async ({ db, deps, actor, now }, mail) => {
      demandWhole(actor)
      await demandNoneAbove(db, actor, mail)
      const { sealed } = await db
        .selectFrom('mails')
        .select('sealed')
        .where('id', '=', mail._id)
        .executeTakeFirstOrThrow()
      const text = sealed === null ? null : (await sealOf(deps)).open(sealed)
      if (text === null) return { outcome: 'skipped', reason: 'no_text', secret: null }
      const composed = JSON.parse(text) as Composed
      const tenantId = mail.tenant?._id ?? SYSTEM_TENANT
      await recordChange(
        db,
        actor,
        {
          entity: 'mail',
          id: mail._id,
          tenantId,
          action: 'show',
          before: null,
          after: { kind: mail.kind, address: mail.address },
        },
        now,
      )
      return { outcome: 'done', secret: `${composed.subject}\n\n${composed.text}` }
    },
  )
}

/** A text may hold a link into an account: nobody reads the one of somebody who may do more. */
async function demandNoneAbove(db: Db, actor: Actor, { user, address }: Mail): Promise<void> {
  const people = db.selectFrom('users').select(['id', 'tenant_id'])
  const meant = await (
    user ? people.where('id', '=', user._id) : people.where(eb => eb(eb.fn('lower', ['email']), '=', address))
  ).execute()
  for (const { id, tenant_id } of meant) await demandNotAbove(db, actor, { id, tenantId: tenant_id })
}
