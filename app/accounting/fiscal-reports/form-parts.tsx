/** A report on the screen: the same head and forms for whoever has an account and for whoever has a share link. */
import type { ReactNode } from 'react'
import type { SealShown } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import type { FiscalDocument } from '../../../backend/accounting/fiscal-reports/fiscal-document.contract'
import { useShell } from '../../console/shell-context'
import { formatter } from '../../i18n/format'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import type { FormShown } from './fiscal.server'
import { FiscalForm } from './form'
import { FormFacts, useMarks } from './form-facts'
import { JackpotFacts } from './jackpot-facts'

interface ReportHeadProps {
  title: string
  document: FiscalDocument | undefined
  isSealed: boolean
  /** A later revision is in force. */
  isSuperseded?: boolean
  commands: ReactNode
}

const marks = { superseded: 'muted', sealed: 'good', unfinished: 'warn', draft: 'info' } as const

export function ReportHead({ title, document, isSealed, isSuperseded, commands }: ReportHeadProps) {
  const { t, locale } = useShell()
  const format = document && formatter(locale, document.time_zone)
  // The form's paper has a head of its own; that another revision is in force stands nowhere on it.
  const screenOnly = document && !isSuperseded ? 'no-print' : undefined
  const isUnfinished = document?.days.some(({ closed }) => !closed) ?? false
  const state = isSuperseded ? 'superseded' : isSealed ? 'sealed' : isUnfinished ? 'unfinished' : 'draft'
  return (
    <div className={screenOnly}>
      <PageHeader
        title={title}
        status={<Status mark={marks[state]}>{t(`fiscal:states.${state}`)}</Status>}
        age={
          document && format
            ? document.kind === 'day'
              ? t('fiscal:revision_of', {
                  revision: format.number(document.revision),
                  at: format.dateTime(document.made_at),
                })
              : t('engine:list.as_of', { time: format.dateTime(document.made_at) })
            : undefined
        }
        commands={commands}
      />
    </div>
  )
}

/** To where figures come from: not for whoever has a share link, who sees the figures alone. */
interface Evidence {
  row?: (slotId: string) => string
  /** What stands under a form. */
  under: ReactNode
}

interface ReportFormsProps {
  variant: 'takings' | 'jackpots'
  forms: readonly FormShown[]
  evidence?: (document: FiscalDocument, at: number) => Evidence
}

export function ReportForms({ variant, forms, evidence }: ReportFormsProps) {
  return forms.map((shown, at) => {
    const { document } = shown
    const ways = evidence?.(document, at)
    return (
      <div key={document.currency} className="fiscal-part">
        {variant === 'takings' ? (
          <TakingsForm shown={shown} ways={ways} />
        ) : (
          <JackpotsForm shown={shown} ways={ways} />
        )}
      </div>
    )
  })
}

interface OneForm {
  shown: FormShown
  ways: Evidence | undefined
}

function TakingsForm({ shown, shown: { document, form }, ways }: OneForm) {
  const marks = useMarks()
  return (
    <>
      <FormFacts document={document} unknown={form.unknown} hasEvidence={ways !== undefined} />
      <FiscalForm shown={shown} marks={marks} {...(ways?.row && { rowHref: ways.row })} />
      {ways?.under}
      {document.kind === 'month' ? <Days document={document} hasEvidence={ways !== undefined} /> : null}
    </>
  )
}

function JackpotsForm({ shown, shown: { document }, ways }: OneForm) {
  const { t } = useShell()
  return (
    <>
      {document.jackpots ? (
        <>
          <JackpotFacts document={document} />
          <FiscalForm shown={shown} marks={{}} />
        </>
      ) : (
        <EmptyState title={t('fiscal:jackpots.unknown')}>{t('fiscal:jackpots.unknown_what')}</EmptyState>
      )}
      {ways?.under}
    </>
  )
}

/** Which revisions it is made of, and which days it lacks. */
function Days({
  document: { days, location, made_at },
  hasEvidence,
}: {
  document: FiscalDocument
  hasEvidence: boolean
}) {
  const { t, format } = useShell()
  const leading = (href: string, mark: string, words: string) =>
    hasEvidence ? (
      <a href={href} className={`st ${mark}`}>
        {words}
      </a>
    ) : (
      <span className={`st ${mark}`}>{words}</span>
    )
  return (
    <Section title={t('fiscal:month_days')} className="no-print">
      <ul className="fiscal-days">
        {days.map(({ day, id, revision, closed }) => (
          <li key={day}>
            {Date.parse(day) > made_at ? (
              <span className="st soft">{format.gamingDay(day)}</span>
            ) : id === null && closed ? (
              <span className="st soft">{t('fiscal:day_elsewhere', { day: format.gamingDay(day) })}</span>
            ) : id === null ? (
              leading(
                `/locations/${location._id}/days/${day}`,
                'st-warn',
                t('fiscal:day_open', { day: format.gamingDay(day) }),
              )
            ) : (
              leading(
                `/reports/daily-report/${id}`,
                'st-good',
                t('fiscal:day_of', { day: format.gamingDay(day), revision: format.number(revision ?? 1) }),
              )
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** A report's title, in the reader's language and by its place's days. */
export function titleOfReport(
  { t, locale }: Pick<ReturnType<typeof useShell>, 't' | 'locale'>,
  variant: ReportFormsProps['variant'],
  { location, period, time_zone }: Pick<FiscalDocument, 'location' | 'period' | 'time_zone'>,
): string {
  const format = formatter(locale, time_zone)
  const shown = period.length === 7 ? format.month(period) : format.gamingDay(period)
  const words = variant === 'takings' ? 'fiscal:named' : 'fiscal:jackpots.named'
  return t(words, { location: location.name, period: shown })
}

export const isSealedWhole = (seals: readonly SealShown[]): boolean =>
  seals.length > 0 && seals.every(seal => seal !== null)
