/** The pages of a report: a day's, one revision of it as it was when its day closed, and a month's, its days summed. */
import { useLoaderData } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { Notices } from '../../engine/components/list-notes'
import { formatter } from '../../i18n/format'
import { LinkButton } from '../../ui/button'
import { ReportFileLinks } from './file-links'
import { ReportForms, ReportHead } from './form-parts'
import type { DailyShown, MonthlyShown } from './report-pages.server'

type Forms = ComponentProps<typeof ReportForms>
type Evidence = ReturnType<NonNullable<Forms['evidence']>>

interface DailyProps extends Pick<Forms, 'variant'> {
  pathOf: (id: string) => string
  /** Between the days before and after and the files. */
  commands: (shown: DailyShown, isLatest: boolean) => ReactNode
  evidence: (shown: DailyShown, isLatest: boolean) => Evidence
  /** Under the forms. */
  revisions?: (shown: DailyShown) => ReactNode
}

export function DailyReportPage({ variant, pathOf, commands, evidence, revisions: listed }: DailyProps) {
  const shown = useLoaderData() as DailyShown
  const { t, locale } = useShell()
  const { title, report, form, notices } = shown
  const { document, revisions, previous, next } = report
  const format = formatter(locale, document.time_zone)
  const [latest] = revisions
  const isLatest = latest?._id === report._id
  return (
    <>
      <ReportHead
        title={title}
        document={document}
        isSealed={report.state === 'sealed'}
        isSuperseded={!isLatest}
        commands={
          <>
            {previous ? (
              <LinkButton href={pathOf(previous._id)}>‹ {format.gamingDay(previous.day)}</LinkButton>
            ) : null}
            {next ? <LinkButton href={pathOf(next._id)}>{format.gamingDay(next.day)} ›</LinkButton> : null}
            {commands(shown, isLatest)}
            <ReportFileLinks path={pathOf(report._id)} isShareable={isLatest} />
          </>
        }
      />
      <Notices notices={notices} />
      {isLatest || !latest ? null : (
        <p className="mb-2">
          <a className="link" href={pathOf(latest._id)}>
            {t('fiscal:latest', { revision: format.number(latest.revision) })}
          </a>
        </p>
      )}
      <ReportForms
        variant={variant}
        forms={[{ document, form }]}
        evidence={() => evidence(shown, isLatest)}
      />
      {listed?.(shown)}
    </>
  )
}

interface MonthlyProps extends Pick<Forms, 'variant'> {
  /** `place`: the location's id and the month. */
  pathOf: (place: string) => string
  commands: (place: string) => ReactNode
  evidence: (shown: MonthlyShown, ...of: Parameters<NonNullable<Forms['evidence']>>) => Evidence
}

export function MonthlyReportPage({ variant, pathOf, commands, evidence }: MonthlyProps) {
  const shown = useLoaderData() as MonthlyShown
  const { title, report, forms, notices } = shown
  const place = `${report.location._id}-${report.month}`
  return (
    <>
      <ReportHead
        title={title}
        document={forms[0]?.document}
        isSealed={report.state === 'sealed'}
        commands={
          <>
            {commands(place)}
            <ReportFileLinks path={pathOf(place)} />
          </>
        }
      />
      <Notices notices={notices} />
      <ReportForms
        variant={variant}
        forms={forms}
        evidence={(document, at) => evidence(shown, document, at)}
      />
    </>
  )
}
