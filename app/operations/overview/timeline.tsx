/**
 * Events, commands, changes, connection and money in one order of time, narrowed by kind and days: links, no script.
 */
import {
  timelineKind,
  timelineSpan,
  type SlotOverview,
  type TimelineEntry,
} from '../../../backend/operations/overview/overview.contract'
import { useShell } from '../../console/shell-context'
import { silentFields } from '../../engine/history/changes'
import type { Translate } from '../../i18n/locales'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { Time } from '../../ui/time'
import type { Mark } from '../../ui/tone'
import { eventName, severityMarks } from '../../telemetry/events/events'

/** Of the record's page: as many as a glance takes in. */
const SHOWN = 10

export function Timeline({
  timeline,
  here,
  tab,
}: {
  timeline: SlotOverview['timeline']
  here: string
  /** Where it has the page to itself. */
  tab: string
}) {
  const { path } = useShell()
  const search = new URLSearchParams(path.split('?')[1] ?? '')
  return search.get('tab') === tab ? (
    <WholeTimeline timeline={timeline} here={`${here}?tab=${tab}`} />
  ) : (
    <Entries entries={timeline.entries.slice(0, SHOWN)} />
  )
}

function WholeTimeline({
  timeline: { entries, counts },
  here,
}: {
  timeline: SlotOverview['timeline']
  here: string
}) {
  const { t, format, path } = useShell()
  const search = new URLSearchParams(path.split('?')[1] ?? '')
  const days = timelineSpan.safeParse(search.get('days')).data ?? '1'
  const kind = timelineKind.safeParse(search.get('kind')).data
  const at = (change: { days?: string; kind?: string | undefined }) => {
    const chosen = { days, kind, ...change }
    const query = new URLSearchParams({
      ...(chosen.days !== '1' && { days: chosen.days }),
      ...(chosen.kind && { kind: chosen.kind }),
    }).toString()
    return `${here}${query ? `&${query}` : ''}`
  }
  const kinds = timelineKind.options.filter(one => counts[one] !== undefined)
  const all = kinds.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
  const total = kind ? (counts[kind] ?? 0) : all
  const link = (key: string, href: string, isCurrent: boolean, label: string) => (
    <a key={key} href={href} aria-current={isCurrent ? 'true' : undefined}>
      {label}
    </a>
  )
  return (
    <>
      <nav className="kinds no-print" aria-label={t('overview:kinds')}>
        {link(
          'all',
          at({ kind: undefined }),
          kind === undefined,
          `${t('overview:kind.all')} ${format.number(all)}`,
        )}
        {kinds.map(one =>
          link(
            one,
            at({ kind: one }),
            kind === one,
            `${t(`overview:kind.${one}`)} ${format.number(counts[one] ?? 0)}`,
          ),
        )}
      </nav>
      <nav className="kinds no-print mb-2" aria-label={t('overview:period')}>
        {timelineSpan.options.map(one =>
          link(one, at({ days: one }), one === days, t(`overview:days.${one}`)),
        )}
      </nav>
      <Entries entries={entries} />
      {total > entries.length ? (
        <p className="soft">
          {t('overview:more', { shown: format.number(entries.length), total: format.number(total) })}
        </p>
      ) : null}
    </>
  )
}

function Entries({ entries }: { entries: readonly TimelineEntry[] }) {
  const { t, format } = useShell()
  if (entries.length === 0) return <p className="soft">{t('overview:timeline_none')}</p>
  return (
    <DataTable
      caption={t('overview:timeline')}
      columns={[
        { key: 'time', label: t('activity:time') },
        { key: 'what', label: t('overview:what'), rank: 2 },
        { key: 'kind', label: t('overview:entry_kind') },
        { key: 'from', label: t('overview:from'), rank: 3 },
      ]}
      rows={entries.map(entry => ({
        key: entry.id,
        cells: [
          <Time key="time" at={entry.at} text={format.dateTime(entry.at)} exact={format.exact(entry.at)} />,
          <What key="what" entry={entry} />,
          t(`overview:kind.${entry.kind}`),
          entry.by ?? (entry.kind === 'event' || entry.kind === 'money' ? entry.code : '–'),
        ],
      }))}
    />
  )
}

const results: Record<string, Mark> = {
  ordered: 'warn',
  in_game: 'warn',
  confirmed: 'good',
  refused: 'bad',
  no_answer: 'warn',
  to_be_told: 'warn',
  replaced: 'muted',
}

function What({ entry }: { entry: TimelineEntry }) {
  const { t } = useShell()
  const { mark, text } = wordsOf(t, entry)
  return <Status mark={mark}>{text}</Status>
}

function wordsOf(
  t: Translate,
  { kind, code, severity, state, reason, fields }: TimelineEntry,
): { mark: Mark; text: string } {
  if (kind === 'command') {
    const outcome = state === null ? '' : t(`overview:result.${state}`)
    return {
      mark: results[state ?? ''] ?? 'info',
      text: [t(`control:kinds.${code}`, { number: '' }).trim(), outcome, reason].filter(Boolean).join(' · '),
    }
  }
  if (kind === 'comment') return { mark: 'muted', text: reason ?? '' }
  if (kind === 'alarm')
    return {
      mark: code === 'fired' ? 'warn' : code === 'acknowledged' ? 'info' : 'good',
      text: t(`overview:alarm.${code}`, { rule: reason ?? '' }),
    }
  if (kind === 'work') return { mark: 'muted', text: t(`overview:work.${code}`, { task: reason ?? '' }) }
  if (kind === 'change') {
    // A field that records no longer have has no label, so its own name is shown.
    const names = fields
      .filter(name => !silentFields.has(name))
      .map(name => t(`slots:fields.${name}`, { defaultValue: name }))
    const action = t([`engine:audit.${code}`, `slots:actions.${code}`], { defaultValue: code })
    return {
      mark: 'muted',
      text: [
        [action, names.join(', ')].filter(Boolean).join(': '),
        reason && `${t('engine:form.reason')}: ${reason}`,
      ]
        .filter(Boolean)
        .join(' · '),
    }
  }
  // A routine event is as quiet as a good state: only what is not routine has its word in weight.
  return { mark: severity === 'info' ? 'muted' : severityMarks[severity ?? 'info'], text: eventName(t, code) }
}
