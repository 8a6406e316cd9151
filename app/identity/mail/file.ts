/**
 * A file of an e-mail that is stored for want of a mail server. A form requests it, since the audit log has each
 * download.
 */
import { mailFileAnswer, mailFilePath } from '../../../backend/identity/mail/mail.contract'
import { disposition } from '../../engine/export/csv.server'
import { idOf, notFound } from '../../engine/data/resource-at.server'
import { guarded } from '../../session/guard.server'
import { textOf } from '../../engine/form/orders.server'

export const action = guarded({ all: ['mail::list', 'mail::read'] }, async ({ api, params, form }) => {
  const nr = textOf(form, 'nr')
  if (!/^\d{1,2}$/.test(nr)) throw notFound()
  const { file } = await api.call('POST', mailFilePath, {
    body: { mail: idOf(params), nr: Number(nr) },
    schema: mailFileAnswer,
  })
  if (!file) throw notFound()
  return new Response(Buffer.from(file.content, 'base64'), {
    headers: {
      'Content-Type': file.type,
      'Content-Disposition': disposition(file.name),
      'Cache-Control': 'no-store',
    },
  })
})
