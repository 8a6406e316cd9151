/** What the e-mails of scheduled reports say, written when they leave. */
import type { Db } from '../../platform/db/database'
import type { MailKind, MailLanguage } from '../../identity/mail/mail.contract'
import { momentText, textOf } from '../../identity/mail/mail-texts.service'
import type { Attachment, Compose } from '../../identity/mail/mail.service'
import { readerOfReport } from './recipients.service'
import type { ReportKind } from './report-schedules.contract'

const kinds: Record<ReportKind, Record<MailLanguage, string>> = {
  daily: { en: 'Daily fiscal report', ro: 'Raport fiscal zilnic', pt: 'Relatório fiscal diário' },
  weekly: {
    en: 'Daily fiscal reports of a week',
    ro: 'Rapoartele fiscale zilnice ale săptămânii',
    pt: 'Relatórios fiscais diários da semana',
  },
  monthly: { en: 'Monthly fiscal report', ro: 'Raport fiscal lunar', pt: 'Relatório fiscal mensal' },
}
const without: Record<MailLanguage, string> = {
  en: 'The files could not be attached: they are too large for an e-mail, or could not be made. Open the report in the console.',
  ro: 'Fișierele nu au putut fi atașate: sunt prea mari pentru un e-mail sau nu au putut fi create. Deschideți raportul în consolă.',
  pt: 'Não foi possível anexar os ficheiros: são demasiado grandes para um e-mail ou não puderam ser criados. Abra o relatório na consola.',
}
const attachedTo: Record<MailLanguage, string> = { en: 'Attached', ro: 'Atașat', pt: 'Em anexo' }

interface MailData {
  kind: ReportKind
  sending: string
  until: number
  zone: string
  [name: string]: string | number
}

const written: Compose = async ({ db }, mail) => {
  const data = JSON.parse(mail.data) as MailData
  const sending = await db
    .selectFrom('report_sendings')
    .select(['id', 'tenant_id', 'location_id', 'kind', 'state'])
    .where('id', '=', data.sending)
    .executeTakeFirst()
  // The recipient may have lost the permission since the e-mail was queued.
  if (!sending || mail.user_id === null || !(await readerOfReport(db, mail.user_id, sending))) return null
  // It is being sent again: the e-mail that comes with the new files takes the place of one that has not left.
  if (mail.kind === 'fiscal_report' && (sending.state === 'waiting' || sending.state === 'making'))
    return null
  const attachments = mail.kind === 'fiscal_report' ? await filesOf(db, sending.id) : []
  const values = {
    ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)])),
    report: kinds[data.kind][mail.language],
    until: momentText(data.until, mail.language, data.zone),
    attached:
      attachments.length > 0
        ? `${attachedTo[mail.language]}: ${attachments.map(({ name }) => name).join(', ')}`
        : without[mail.language],
  }
  return { ...textOf(mail.kind, mail.language, [values]), attachments }
}

async function filesOf(db: Db, sendingId: string): Promise<Attachment[]> {
  const files = await db
    .selectFrom('report_sending_files')
    .select(['name', 'type', 'content'])
    .where('sending_id', '=', sendingId)
    .orderBy('nr')
    .execute()
  return files.map(({ name, type, content }) => ({ name, type, bytes: Buffer.from(content, 'base64') }))
}

export const reportMails = {
  fiscal_report: written,
  fiscal_report_waits: written,
  fiscal_report_not_sealed: written,
} as const satisfies Partial<Record<MailKind, Compose>>
