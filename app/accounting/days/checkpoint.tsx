/**
 * One checkpoint: every meter as it stood then, what it moved since the one before, and which reading it was taken
 * from.
 */
import { HOUR_MS } from '../../../backend/platform/contract/durations'
import {
  checkpointAnswer,
  type CheckpointAnswer,
  type CheckpointRow,
} from '../../../backend/accounting/checkpoints/checkpoints.contract'
import { collectorCheckpointsContract } from '../../../backend/accounting/collections/collector-checkpoints.contract'
import { streamSubjects } from '../../../backend/platform/contract/stream'
import { countMeters, mainNames, type MainMeter } from '../../../backend/telemetry/readings/meters.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { idOf, notFound } from '../../engine/data/resource-at.server'
import { writeInstant } from '../../engine/period/period'
import { formatter } from '../../i18n/format'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { Facts } from '../../ui/facts'
import { PageHeader, Section } from '../../ui/page'
import { Status } from '../../ui/status'
import { DataTable } from '../../ui/table'

/** Ruling 18: whose checkpoint the address says it is, their permission. */
const ruleOf = ({ params }: { params: Readonly<Record<string, string | undefined>> }) => {
  const type = streamSubjects.find(one => one === params.type)
  if (!type) throw notFound()
  return `${type}::get_checkpoint` as const
}

export const loader = guarded(ruleOf, async ({ api, params, t, locale, timeZone }) => {
  const id = idOf(params)
  const answer = await api.call('GET', `/api/checkpoints/v1/checkpoint/${id}`, { schema: checkpointAnswer })
  const { slot, server_time, time_zone } = answer.checkpoint
  const at = formatter(locale, time_zone ?? timeZone).dateTime(server_time)
  const title = t('checkpoints:one', { slot: slot?.name ?? '–', at })
  return { ...answer, title, crumbs: { [id]: at } }
})

export default function CheckpointPage() {
  const { title, checkpoint, previous, collection } = useLoaded<typeof loader>()
  const { t, locale, timeZone, can } = useShell()
  const format = formatter(locale, checkpoint.time_zone ?? timeZone)
  const { slot, reading_time: reading, reading_state: state } = checkpoint
  const around = new URLSearchParams({
    type: 'slot',
    dateStart: writeInstant(reading - HOUR_MS),
    dateEnd: writeInstant(checkpoint.server_time + 1),
  })
  return (
    <>
      <PageHeader
        title={title}
        commands={
          slot ? (
            <>
              <LinkButton href={`/counters/${slot._id}?${around.toString()}`}>
                {t('checkpoints:readings')}
              </LinkButton>
              <LinkButton href={`/advanced/checkpoints/${slot._id}?type=slot&timeRange=this+month`}>
                {t('checkpoints:of', { name: slot.name })}
              </LinkButton>
            </>
          ) : null
        }
      />
      <Facts
        items={[
          {
            key: 'kind',
            label: t('checkpoints:fields.kind'),
            value: t(`checkpoints:kind.${checkpoint.kind}`),
          },
          {
            key: 'gaming_day',
            label: t('checkpoints:fields.gaming_day'),
            value: format.gamingDay(checkpoint.gaming_day),
          },
          { key: 'reading', label: t('checkpoints:fields.reading_time'), value: format.exact(reading) },
          {
            key: 'age',
            label: t('checkpoints:fields.reading_age'),
            value: (
              <Status mark={state === 'stale' ? 'warn' : 'good'}>
                {format.duration(checkpoint.reading_age)}, {t(`checkpoints:reading_state.${state}`)}
              </Status>
            ),
          },
          {
            key: 'before',
            label: t('checkpoints:before'),
            value: previous ? (
              <a className="link" href={`/checkpoint/slot/${previous._id}`}>
                {format.dateTime(previous.server_time)}
              </a>
            ) : (
              t('checkpoints:first')
            ),
          },
          { key: 'made_by', label: t('checkpoints:fields.made_by'), value: checkpoint.made_by ?? '–' },
          collection
            ? {
                key: 'collection',
                label: t('collector-checkpoints:sections.collection'),
                value: can(collectorCheckpointsContract.permissions.read) ? (
                  <a className="link" href={`${resourcePaths['collector-checkpoints']}/${collection._id}`}>
                    {collection.name}
                  </a>
                ) : (
                  collection.name
                ),
              }
            : { key: 'reason', label: t('checkpoints:fields.reason'), value: checkpoint.reason ?? '–' },
        ]}
      />
      <Meters checkpoint={checkpoint} previous={previous} />
    </>
  )
}

function Meters({ checkpoint, previous }: Pick<CheckpointAnswer, 'checkpoint' | 'previous'>) {
  const { t, locale, timeZone } = useShell()
  const format = formatter(locale, checkpoint.time_zone ?? timeZone)
  const { minor, currency } = checkpoint.denomination
  const shown = mainNames.filter(name => checkpoint[name] !== null)
  /** A change of price or a fall makes the difference no amount: then it is left out. */
  const moved = (name: MainMeter): number | null => {
    const [now, then] = [checkpoint[name], (previous as CheckpointRow | null)?.[name] ?? null]
    return now === null || then === null ? null : now - then
  }
  const worth = (name: MainMeter, credits: number | null) =>
    credits === null || credits < 0 || countMeters.has(name as never) || !isSamePrice(checkpoint, previous)
      ? '–'
      : format.money({ minor: credits * minor, currency })
  const caption = t('checkpoints:meters')
  return (
    <Section title={caption}>
      <p className="prose-width mb-2">{t('checkpoints:meters_what')}</p>
      <DataTable
        caption={caption}
        columns={[
          { key: 'meter', label: t('checkpoints:columns.meter') },
          { key: 'value', label: t('checkpoints:columns.value'), numeric: true, rank: 2 },
          { key: 'moved', label: t('checkpoints:columns.moved'), numeric: true, rank: 3 },
          { key: 'worth', label: t('checkpoints:columns.worth'), numeric: true },
          { key: 'told', label: t('checkpoints:columns.told') },
        ]}
        rows={shown.map(name => {
          const difference = moved(name)
          const earlierAt = checkpoint.earlier[name]
          return {
            key: name,
            cells: [
              t(`checkpoints:fields.${name}`),
              format.number(checkpoint[name] ?? 0),
              difference === null ? '–' : format.number(difference),
              worth(name, difference),
              earlierAt === undefined ? t('checkpoints:with_reading') : format.exact(earlierAt),
            ],
          }
        })}
      />
    </Section>
  )
}

const isSamePrice = (one: CheckpointRow, other: CheckpointRow | null): boolean =>
  other !== null &&
  one.denomination.minor === other.denomination.minor &&
  one.denomination.currency === other.denomination.currency
