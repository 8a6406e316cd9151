/**
 * The start page of a shift: what needs a hand, as numbers that lead to lists which show exactly so many; then what was
 * taken.
 */
import {
  overviewPaths,
  shiftOverview,
  type ShiftOverview,
} from '../../../backend/operations/overview/overview.contract'
import { FirstSteps } from './first-steps'
import { HistoryLine } from './history-line'
import { NetworkTakings } from './network-takings'
import { LocationsByTrouble } from './locations-by-trouble'
import { TroubleTiles } from './trouble-tiles'
import { historyQuestion } from '../../console/history-question'
import { menuFor } from '../../console/menu'
import { AllSections, navigationOf } from '../../console/navigation'
import { START_PATH } from '../../console/start-path'
import { useShell, useLoaded } from '../../console/shell-context'
import { commandPath } from '../../engine/definition/command-path'
import { attempt } from '../../engine/data/failure.server'
import { listHeaders, pageOrFailure } from '../../engine/data/paging.server'
import { FailureNote } from '../../engine/components/failure-note'
import { notificationText } from '../../islands/notification-text'
import { resources } from '../../engine/definition/registry'
import { guarded } from '../../session/guard.server'
import { Button, LinkButton } from '../../ui/button'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { Tile, Tiles } from '../../ui/tiles'
import { Time } from '../../ui/time'

const { notifications } = resources
const NOTIFICATIONS = notifications.path

export const loader = guarded('signed-in', async ({ t, api, can }) => {
  const { permission, path, body, shape } = historyQuestion
  const { value: overview, failure } = await attempt(
    api.call('GET', overviewPaths.shift, { schema: shiftOverview }),
  )
  // The history is one of the tasks that the overview has counted: usually there are none, and no further query runs.
  const history =
    overview?.tasks?.count && can(permission)
      ? (await attempt(api.call('POST', path, { body, write: false, schema: shape }))).value
      : null
  return pageOrFailure({
    title: t('overview:title'),
    overview: overview ?? null,
    failure: failure ?? null,
    history: history ?? null,
  })
})

export const headers = listHeaders

export default function AccessPage() {
  const { permissions, t, format } = useShell()
  const { title, overview, failure, history } = useLoaded<typeof loader>()
  const sections = menuFor(permissions)
  return (
    <>
      <PageHeader
        title={title}
        age={overview ? t('engine:list.as_of', { time: format.dateTime(overview.as_of) }) : undefined}
        commands={<LinkButton href="/menu">{t('overview:pages')}</LinkButton>}
      />
      {failure ? <FailureNote failure={failure} retry={START_PATH} /> : null}
      <HistoryLine answer={history} />
      {overview?.first_steps ? <FirstSteps steps={overview.first_steps} /> : null}
      {overview ? <Urgent overview={overview} /> : null}
      {overview?.takings?.length ? <NetworkTakings takings={overview.takings} /> : null}
      {overview?.alarms || overview?.locations ? (
        <div className="split rail-first">
          {overview.alarms ? <Alarms alarms={overview.alarms} /> : <div />}
          {overview.locations ? <LocationsByTrouble locations={overview.locations} /> : <div />}
        </div>
      ) : null}
      {sections.length === 0 ? (
        <EmptyState title={t('console:access.none')}>{t('console:access.noneWhat')}</EmptyState>
      ) : overview && !overview.slots && !overview.alarms ? (
        // Whoever may see no slots comes for other pages.
        <AllSections {...navigationOf({ permissions, path: START_PATH })} />
      ) : null}
    </>
  )
}

function Urgent({
  overview: { slots, alarms, tasks, repairs, approvals, anomalies, handpays, handovers, mine },
}: {
  overview: ShiftOverview
}) {
  const { t, format, now } = useShell()
  if (!slots && !alarms && !tasks && !repairs) return null
  // Nothing waits on most days: there is no tile then.
  const waiting = (name: string, counted: ShiftOverview['approvals'], href: string) =>
    counted && counted.count > 0 ? (
      <Tile
        label={t(`overview:${name}`)}
        mark="warn"
        value={format.number(counted.count)}
        note={
          counted.since === null ? null : t('overview:longest', { age: format.duration(now - counted.since) })
        }
        href={href}
      />
    ) : null
  return (
    <Tiles label={t('overview:tiles')}>
      {slots ? <TroubleTiles slots={slots} /> : null}
      {alarms ? (
        <Tile
          label={t('overview:alarms')}
          mark="bad"
          value={format.count(alarms.count, alarms.capped)}
          isNone={alarms.count === 0}
          note={
            alarms.rows[0] ? t('overview:newest', { age: format.age(alarms.rows[0].timestamp, now) }) : null
          }
          href={`${NOTIFICATIONS}?severity=alarm&confirmed=0`}
        />
      ) : null}
      {repairs ? (
        <Tile
          label={t('overview:repairs')}
          mark="warn"
          value={format.number(repairs.count)}
          isNone={repairs.count === 0}
          note={
            repairs.since === null
              ? null
              : t('overview:longest', { age: format.duration(now - repairs.since) })
          }
          href={`${resources.repairs.path}?state=open&state=contested`}
        />
      ) : null}
      {waiting('mine', mine, resources['my-work'].path)}
      {waiting('handpays', handpays, resources.handpays.path)}
      {waiting('handovers', handovers, `${resources['shift-handovers'].path}?state=waiting&own=0`)}
      {waiting('approvals', approvals, `${resources.approvals.path}?state=waiting&part=answers`)}
      {waiting('anomalies', anomalies, `${resources.anomalies.path}?state=open&state=acknowledged`)}
      {tasks ? (
        <Tile
          label={t('overview:tasks')}
          mark="info"
          value={format.number(tasks.count)}
          isNone={tasks.count === 0}
          href={`${resources.tasks.path}?show=current`}
        />
      ) : null}
    </Tiles>
  )
}

function Alarms({ alarms }: { alarms: NonNullable<ShiftOverview['alarms']> }) {
  const { t, format, locale, now } = useShell()
  const words = {
    unknownType: t('notifications:unknownType'),
    missingContent: t('notifications:missingContent'),
  }
  const readable = alarms.rows.flatMap(one => {
    const read = notificationText(one, locale, words)
    return read ? [{ id: one.id, timestamp: one.timestamp, ...read }] : []
  })
  const all = `${NOTIFICATIONS}?severity=alarm&confirmed=0`
  return (
    <Section
      title={t('overview:alarms_title')}
      more={
        alarms.count > 0 ? (
          <a className="link" href={all}>
            {t('overview:all', { total: format.count(alarms.count, alarms.capped) })}
          </a>
        ) : undefined
      }
    >
      {readable.length === 0 ? <p className="soft">{t('overview:alarms_none')}</p> : null}
      <ul className="to-do">
        {readable.map(({ id, text, subject, href, timestamp }) => (
          <li key={id}>
            <div>
              <p>
                <Status mark="bad">{text}</Status>
              </p>
              <p>
                {href ? <a href={href}>{subject}</a> : subject}{' '}
                {timestamp ? (
                  <span className="soft">
                    <Time at={timestamp} text={format.age(timestamp, now)} exact={format.exact(timestamp)} />
                  </span>
                ) : null}
              </p>
            </div>
            <form
              method="post"
              action={`${commandPath(notifications, 'confirm')}?selected=${id}&back=/access`}
              className="no-print"
            >
              <Button
                size="sm"
                name="intent"
                value="press"
                aria-label={`${t('overview:confirm')}: ${text}, ${subject}`}
              >
                {t('overview:confirm')}
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </Section>
  )
}
