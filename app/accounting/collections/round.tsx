/** A collector's way through a location: which slots are done in this gaming day, and the form of the next one. */
import { z } from 'zod'
import { collectorCheckpointsContract } from '../../../backend/accounting/collections/collector-checkpoints.contract'
import {
  collectionRound,
  roundPath,
  type CollectionRound,
} from '../../../backend/accounting/collections/round.contract'
import { useShell, useLoaded, type Loaded } from '../../console/shell-context'
import { Notices } from '../../engine/components/list-notes'
import { unusedOf } from '../../engine/address/notice'
import { isId } from '../../engine/data/resource-at.server'
import { locationChoices } from '../../estate/locations/location-choices.server'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { Button, LinkButton } from '../../ui/button'
import { Field, Select } from '../../ui/field'
import { EmptyState, PageHeader } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'
import { Tile, Tiles } from '../../ui/tiles'
import { moneyColumn } from '../../i18n/money-column'
import { RecordLink } from '../../engine/components/record-link'

const list = resourcePaths['collector-checkpoints']
const marks = { matches: 'good', short: 'bad', over: 'warn', unknown: 'muted' } as const

export const loader = guarded(collectorCheckpointsContract.permissions.read, async ({ api, url, t }) => {
  const location = url.searchParams.get('location') ?? ''
  const title = t('collector-checkpoints:round.title')
  const crumbs = { round: title }
  const notices = unusedOf(url.searchParams, { location: isId })
  if (!isId(location)) return { title, crumbs, ...(await locationChoices(api)), round: null, notices }
  const { round } = await api.call('GET', `${roundPath}/${location}`, {
    schema: z.object({ round: collectionRound }),
  })
  return { title: `${title}: ${round.location.name}`, crumbs, locations: [], round, notices }
})

export default function RoundPage() {
  const { title, locations, round, notices } = useLoaded<typeof loader>()
  return (
    <>
      <PageHeader title={title} />
      <Notices notices={notices} />
      {round ? <Round round={round} /> : <ChooseLocation locations={locations} />}
    </>
  )
}

function ChooseLocation({ locations }: Pick<Loaded<typeof loader>, 'locations'>) {
  const { t } = useShell()
  if (locations.length === 0) return <EmptyState title={t('collector-checkpoints:round.none')} />
  return (
    <form method="get" className="form">
      <Field id="round-location" label={t('collector-checkpoints:fields.location')}>
        <Select id="round-location" name="location" options={locations} />
      </Field>
      <div className="form-actions">
        <Button tone="primary">{t('collector-checkpoints:round.open')}</Button>
      </div>
    </form>
  )
}

function Round({ round: { location, since, slots, counted } }: { round: CollectionRound }) {
  const { t, format, can } = useShell()
  const named = (name: string) => t(`collector-checkpoints:fields.${name}`)
  const money = moneyColumn(
    format,
    slots.map(({ last }) => last?.actual.currency),
  )
  const done = slots.filter(one => one.is_collected).length
  const mayCollect = can(collectorCheckpointsContract.permissions.create ?? 'collector_checkpoint::create')
  // What is still to be done stands first.
  const rows = slots.toSorted((one, other) => Number(one.is_collected) - Number(other.is_collected))
  return (
    <>
      <Tiles label={t('collector-checkpoints:figures')}>
        <Tile
          label={t('collector-checkpoints:round.done')}
          value={`${format.number(done)} / ${format.number(slots.length)}`}
          note={t('collector-checkpoints:round.since', { time: format.dateTime(since) })}
          href={`${list}?location=${location._id}`}
        />
        {counted.map(({ minor, currency }) => (
          <Tile key={currency} label={named('actual')} value={format.amount(minor)} unit={currency} />
        ))}
      </Tiles>
      <DataTable
        caption={t('collector-checkpoints:round.title')}
        columns={[
          { key: 'slot', label: named('slot'), mono: true },
          { key: 'position', label: t('slots:fields.position') },
          { key: 'collected', label: t('collector-checkpoints:round.collected'), rank: 2 },
          { key: 'last', label: t('collector-checkpoints:round.last') },
          { key: 'actual', label: money.head(named('actual')), numeric: true },
          { key: 'do', label: named('number'), rank: 3 },
        ]}
        rows={rows.map(({ slot, position, last, is_collected }) => ({
          key: slot._id,
          cells: [
            <RecordLink key="slot" className="ev" to="slots" id={slot._id}>
              {slot.name}
            </RecordLink>,
            position ?? '–',
            is_collected && last ? (
              <Status mark={marks[last.state]}>{t(`collector-checkpoints:state.${last.state}`)}</Status>
            ) : (
              t('collector-checkpoints:round.open_slot')
            ),
            last ? (
              <a className="link" href={`${list}/${last._id}`}>
                {format.dateTime(last.timestamp)}
              </a>
            ) : (
              '–'
            ),
            last ? money.cell(last.actual.minor, last.actual.currency) : '–',
            mayCollect ? (
              <LinkButton href={`${list}/new?slot=${slot._id}`}>
                {t('collector-checkpoints:round.collect')}
              </LinkButton>
            ) : (
              '–'
            ),
          ],
        }))}
      />
    </>
  )
}
