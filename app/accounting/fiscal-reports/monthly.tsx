/** A location's monthly fiscal report: its days' reports, summed; a form for each currency. */
import { useLoaderData } from '@remix-run/react'
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import type { MonthlyReport } from '../../../backend/accounting/fiscal-reports/monthly-reports.contract'
import { useShell } from '../../console/shell-context'
import { Notices } from '../../engine/components/list-notes'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { publicAddress } from '../../session/public-address.server'
import { LinkButton } from '../../ui/button'
import { PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import {
  languageOf,
  monthlyReportsRule,
  noticesOf,
  readMonthly,
  writtenForm,
  type FormShown,
} from './fiscal.server'
import { FiscalForm } from './form'
import { FormFacts, useMarks } from './form-facts'
import { SealLinks } from './seal-links'
import type { Notice } from '../../engine/address/list-spec'

interface Loaded {
  title: string
  crumbs: Record<string, string>
  report: Pick<MonthlyReport, 'location' | 'month' | 'state'>
  forms: FormShown[]
  seals: MonthlyReport['seals']
  notices: Notice[]
}

export const loader = guarded(monthlyReportsRule, async (context): Promise<Loaded> => {
  const { location, month, state, documents, seals } = await readMonthly(context)
  const { t, locale, timeZone, url } = context
  const title = t('fiscal:named', {
    location: location.name,
    period: formatter(locale, timeZone).month(month),
  })
  return {
    title,
    crumbs: { [`${location._id}-${month}`]: title },
    report: { location, month, state },
    forms: documents.map((document, at) => ({
      document,
      form: writtenForm(document, languageOf(context, document), seals[at], publicAddress(url).origin),
    })),
    seals,
    notices: noticesOf(context),
  }
})

export default function MonthlyReportPage() {
  const { title, report, forms, seals, notices } = useLoaderData() as Loaded
  const { t, format } = useShell()
  const marks = useMarks()
  const path = `/reports/monthly-report/${report.location._id}-${report.month}`
  const [first] = forms
  const open = first ? first.document.days.filter(({ closed }) => !closed) : []
  return (
    <>
      <PageHeader
        title={title}
        status={
          <Status mark={report.state === 'sealed' ? 'good' : open.length > 0 ? 'warn' : 'info'}>
            {open.length > 0 && report.state !== 'sealed'
              ? t('fiscal:states.unfinished')
              : t(`fiscal:states.${report.state}`)}
          </Status>
        }
        age={first ? t('engine:list.as_of', { time: format.dateTime(first.document.made_at) }) : undefined}
        commands={
          <>
            <LinkButton href={`/reports/month-desk/${report.location._id}-${report.month}`}>
              {t('fiscal:desk.open')}
            </LinkButton>
            <LinkButton href={`/reports/monthly-jackpot-report/${report.location._id}-${report.month}`}>
              {t('fiscal:jackpots.open')}
            </LinkButton>
            <LinkButton href={`${path}/csv`}>CSV</LinkButton>
            <LinkButton href={`${path}/xlsx`}>XLSX</LinkButton>
            <LinkButton href={`${path}/pdf`}>PDF</LinkButton>
            <LinkButton href={`${path}/print`}>{t('engine:list.print')}</LinkButton>
          </>
        }
      />
      {notices.length > 0 ? <Notices notices={notices} /> : null}
      {forms.map(({ document, form }, at) => (
        <div key={document.currency}>
          <FormFacts document={document} unknown={form.unknown} />
          <FiscalForm
            shown={{ document, form }}
            marks={marks}
            rowHref={slot =>
              `/slots/${slot}/days?by=day&from=${report.month}-01&to=${document.days.at(-1)?.day ?? ''}`
            }
          />
          {seals[at] ? <SealLinks seal={seals[at]} location={report.location._id} /> : null}
          <Days document={document} />
        </div>
      ))}
    </>
  )
}

/** Which revisions it is made of, and which days it lacks. */
function Days({ document: { days, location, made_at } }: { document: FiscalDocument }) {
  const { t, format } = useShell()
  const known = days.filter(({ closed }) => closed).length
  return (
    <Section
      title={t('fiscal:days', { known: format.number(known), count: days.length })}
      className="no-print"
    >
      <ul className="fiscal-days">
        {days.map(({ day, id, revision, closed }) => (
          <li key={day}>
            {Date.parse(day) > made_at ? (
              <span className="st soft">{format.gamingDay(day)}</span>
            ) : id === null && closed ? (
              <span className="st soft">{t('fiscal:day_elsewhere', { day: format.gamingDay(day) })}</span>
            ) : id === null ? (
              <a href={`/locations/${location._id}/days/${day}`} className="st st-warn">
                {t('fiscal:day_open', { day: format.gamingDay(day) })}
              </a>
            ) : (
              <a href={`/reports/daily-report/${id}`} className="st st-good">
                {t('fiscal:day_of', { day: format.gamingDay(day), revision: format.number(revision ?? 1) })}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
