/** The beginning of a SMIB's page: whether all that it sent arrived, and whether it carries out its orders. */
import {
  overviewPaths,
  smibOverview,
  type SmibOverview,
} from '../../../backend/operations/overview/overview.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { Tile, Tiles } from '../../ui/tiles'

/** The columns of a SMIB's row that are used here. */
interface Smib {
  _id: string
  state: string
  last_seen_at: number | null
  last_reading_at: number | null
}

export const overviewOfSmib = () =>
  sidePanel({
    title: 'overview:figures',
    ask: id => ({
      permission: { all: ['smib::list', 'slot::get'] },
      path: `${overviewPaths.smib}/${id}`,
      shape: smibOverview,
    }),
    lead: (answer, row) => <Lead overview={answer} smib={row as unknown as Smib} />,
  })

const marks: Record<string, 'good' | 'warn' | 'bad' | 'muted'> = {
  online: 'good',
  stale: 'warn',
  offline: 'bad',
  never: 'muted',
}

function Lead({ overview, smib }: { overview: SmibOverview; smib: Smib }) {
  const { t, format, now } = useShell()
  const { messages, missing, restarts, waiting } = overview
  const age = (at: number | null) => (at === null ? t('overview:never') : format.age(at, now))
  const newest = (at: number | null) =>
    at === null ? null : t('overview:newest', { age: format.age(at, now) })
  const lastWeek = (
    label: 'messages_missing' | 'restarts',
    { count, newest: at }: SmibOverview['restarts'],
  ) => (
    <Tile
      label={t(`overview:${label}`)}
      mark="warn"
      value={format.number(count)}
      unit={t('overview:in_week')}
      isNone={count === 0}
      note={newest(at)}
    />
  )
  return (
    <Tiles label={t('overview:figures')}>
      <Tile
        label={t('overview:last_heard')}
        mark={marks[smib.state] ?? 'muted'}
        value={age(smib.last_seen_at)}
        note={t(`smibs:state.${smib.state}`)}
      />
      <Tile label={t('overview:data_age')} value={age(smib.last_reading_at)} />
      <Tile
        label={t('overview:messages_day')}
        value={format.count(messages.count, messages.capped)}
        unit={t('overview:in_day')}
        isNone={messages.count === 0}
        href={`/messages/${smib._id}?type=smib`}
      />
      {lastWeek('messages_missing', missing)}
      {lastWeek('restarts', restarts)}
      <Tile
        label={t('overview:commands_waiting')}
        mark="info"
        value={format.number(waiting.count)}
        isNone={waiting.count === 0}
        note={
          waiting.since === null ? null : t('overview:longest', { age: format.duration(now - waiting.since) })
        }
        href={`/advanced/smib/control/${smib._id}/commands`}
      />
    </Tiles>
  )
}
