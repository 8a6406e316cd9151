/** The outbox (ruling 17): what was written, and its text where no mail server takes it. */
import { z } from 'zod'
import { demandNotAbove } from './grants'
import { demandWhole } from './demand-whole.service'
import { recordChange } from '../../platform/audit/audit.service'
import { sealOf } from '../../platform/secrets/sealed.service'
import type { RowOf } from '../../platform/contract/contract'
import { id, SYSTEM_TENANT } from '../../platform/contract/primitives'
import { Problem } from '../../platform/contract/problem'
import type { Db } from '../../platform/db/database'
import type { Api } from '../../platform/http/api'
import type { Actor } from '../../platform/request/actor'
import { revealingCommand } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { fileOf, filesOf } from '../mail/mail-files.service'
import {
  mailFileAnswer,
  mailFileInput,
  mailFilePath,
  mailFiles,
  mailFilesPath,
  mailsContract,
} from '../mail/mail.contract'
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
  registerFiles(api)
}

function registerFiles(api: Api): void {
  const { family, permissions, actions } = mailsContract
  api.endpoint(
    {
      method: 'GET',
      path: mailFilesPath(':id'),
      family,
      permission: permissions.read,
      summary: 'Files attached to an e-mail that is stored because there is no mail server',
      params: z.object({ id }),
      response: mailFiles,
    },
    async ({ params, db, scope, now }) => {
      const mail = await mailsStore.get(db, scope, params.id, now)
      return { files: await filesOf(db, mail._id) }
    },
  )
  api.endpoint(
    {
      method: 'POST',
      path: mailFilePath,
      family,
      permission: { all: [permissions.read, actions.show.permission] },
      summary:
        'A file of an e-mail that is stored because there is no mail server; the download is in the audit log',
      body: mailFileInput,
      response: mailFileAnswer,
      write: true,
      // A file can be as large as an e-mail, so it must not be stored with the answers for repeated requests.
      oneTime: 'file',
    },
    async ({ body, db, scope, actor, now }) => {
      demandWhole(actor)
      const mail = await mailsStore.get(db, scope, body.mail, now)
      await demandNoneAbove(db, actor, mail)
      const file = await fileOf(db, mail._id, body.nr)
      if (!file) throw new Problem(404, 'not_found')
      await recordChange(
        db,
        actor,
        {
          entity: 'mail',
          id: mail._id,
          tenantId: mail.tenant?._id ?? SYSTEM_TENANT,
          action: 'download',
          before: null,
          after: { file: file.name, address: mail.address },
        },
        now,
      )
      return { file }
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
