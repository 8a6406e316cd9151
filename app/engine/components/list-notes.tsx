/**
 * What a list says about itself, above its rows: its period, what of its address was not used, and what it is narrowed
 * by on paper.
 */
import type { ListAnswer } from '../../../backend/platform/contract/list'
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { PeriodLine } from '../period/period-picker'
import { useFilterWords } from './filter-bar'
import type { ListData } from '../data/list.server'
import type { Notice } from '../address/list-spec'
import type { Resource } from '../definition/resource'
import type { Row } from '../definition/row'

/** The period as resolved now and its zone, on screen and on paper. */
export function ListPeriodLine({
  resource: { name, list },
  data: { query, range },
  pinned,
}: {
  resource: Resource
  data: Pick<ListData, 'query' | 'range'>
  pinned: string | null
}) {
  if (!query.period || !range) return null
  return (
    <PeriodLine
      period={query.period}
      range={range}
      pinned={pinned}
      {...(list.active && { shown: `${name}:period.shown`, writesDays: true })}
    />
  )
}

/** What was not usable is said, not hidden (ruling 2). */
export function Notices({ notices = [] }: { notices: readonly Notice[] | undefined }) {
  const { t } = useShell()
  if (notices.length === 0) return null
  return (
    <Alert tone="warn" className="mb-2" title={t('engine:notice.title')}>
      <ul>
        {notices.map(({ parameter, value, reason }, index) => (
          <li key={index}>{t(`engine:notice.${reason}`, { parameter, value })}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** On paper: what it is narrowed by; the frame says when and by whom it was printed (ruling 10). */
export function PrintHeader({
  resource,
  data,
  always,
}: {
  resource: Resource
  data: Pick<ListData, 'query' | 'options'>
  always?: boolean
}) {
  const { t } = useShell()
  const words = useFilterWords({ resource, query: data.query, options: data.options }).map(chip => chip.words)
  return (
    <p className={always ? 'mb-2' : 'hidden print:block'}>
      {words.length > 0 ? words.join(' · ') : t('engine:print.unfiltered')}
    </p>
  )
}

/** On paper: how many of all rows these are. */
export function PrintCut({ answer }: { answer: Pick<ListAnswer<Row>, 'rows' | 'total' | 'capped'> | null }) {
  const { t, format } = useShell()
  if (!answer || answer.total <= answer.rows.length) return null
  return (
    <p>
      {t('engine:print.cut', {
        shown: format.number(answer.rows.length),
        total: format.count(answer.total, answer.capped),
      })}
    </p>
  )
}
