/** The last run of a month: how far it is, and what became of each day. */
import type { MonthDesk } from '../../../backend/accounting/sealing/sealing.contract'
import type { RefusedDay, SealRun } from '../../../backend/accounting/sealing/seal-run.contract'
import { useShell } from '../../console/shell-context'
import { formatter, type Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import { TaskProgress } from '../../islands/task-progress'
import { LinkButton } from '../../ui/button'
import { Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { shortDaySpans } from '../fiscal-reports/day-spans'

/** Its page asks again by itself until it is over. */
export const isRunning = (run: SealRun | null): run is SealRun =>
  run !== null && (run.task.state === 'queued' || run.task.state === 'running')

export function SealRunShown({ desk, run, here }: { desk: MonthDesk; run: SealRun; here: string }) {
  const { t, locale } = useShell()
  const format = formatter(locale, desk.time_zone)
  const { task, result, by, at } = run
  const title = t('fiscal:run.title')
  return (
    <Section title={title} className="no-print">
      <p className="prose-width">
        {t('fiscal:run.begun', { name: by, at: format.dateTime(at) })}{' '}
        {task.state === 'failed' || task.state === 'cancelled' ? (
          <Status mark="bad">{t(`tasks:state.${task.state}`)}</Status>
        ) : null}
      </p>
      {isRunning(run) ? (
        <>
          <TaskProgress
            t={t}
            locale={locale}
            reload
            label={title}
            task={{ id: task._id, state: task.state, progress: task.progress, note: task.progress_note }}
          />
          <p>
            <LinkButton href={here} icon="refresh">
              {t('tasks:refresh')}
            </LinkButton>
          </p>
        </>
      ) : null}
      {result ? (
        <ul className="prose-width">
          {(['closed', 'sealed'] as const).map(done =>
            result[done].length > 0 ? (
              <li key={done}>
                <Status mark="good">
                  {t(`fiscal:run.${done}`, {
                    count: result[done].length,
                    days: shortDaySpans(result[done], format),
                  })}
                </Status>
              </li>
            ) : null,
          )}
          {result.refused.map(one => (
            <li key={one.day}>
              <Status mark="bad">
                <a className="link" href={`/locations/${desk.location._id}/days/${one.day}`}>
                  {format.gamingDay(one.day)}
                </a>
                {': '}
                {refusalWords(one, t, format)}
              </Status>
            </li>
          ))}
          {result.waiting.length > 0 ? (
            <li>
              <Status mark="warn">
                {t('fiscal:run.waiting', {
                  count: result.waiting.length,
                  days: shortDaySpans(result.waiting, format),
                })}
              </Status>
            </li>
          ) : null}
        </ul>
      ) : null}
    </Section>
  )
}

function refusalWords({ code, first, slots, slot, kinds }: RefusedDay, t: Translate, format: Format): string {
  if (code === 'not_accepted')
    return [
      t('fiscal:run.not_accepted', { count: slots, slot: slot ?? '' }),
      ...(kinds.length > 0 ? [kinds.map(kind => t(`fiscal:gaps.${kind}`)).join(', ')] : []),
    ].join(': ')
  if (code === 'earlier_unsealed' && first) return t('fiscal:seal.next', { day: format.gamingDay(first) })
  if (code === 'earlier_open' && first) return t('fiscal:run.earlier_open', { day: format.gamingDay(first) })
  return t([`errors:codes.${code}`, 'fiscal:run.failed'])
}
