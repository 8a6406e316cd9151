/** What a message reported, with a link to the form of each part. */
import { repairMeters } from '../../../backend/accounting/repairs/repairs.contract'
import type { EditBucket } from '../../../backend/accounting/days/edit-buckets.contract'
import { eventName } from '../../telemetry/events/events'
import { formatter } from '../../i18n/format'
import { useShell } from '../../console/shell-context'
import { resourcePaths } from '../../addresses/names'
import { EmptyState, Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import type { Editing } from './part.server'

export function Parts({ shown: { message, parts } }: { shown: Editing }) {
  const { t, format, locale } = useShell()
  const local = formatter(locale, parts.time_zone)
  const way = (bucket: EditBucket, item: string, edit: string | null, name: string) =>
    edit ? (
      <a className="link" href={`${resourcePaths['message-edits']}/${edit}`}>
        {t('message-edits:add.edited')}
      </a>
    ) : (
      <a
        className="link"
        href={`${message}&bucket=${bucket}&item=${encodeURIComponent(item)}`}
        aria-label={`${t('message-edits:add.open')}: ${name}`}
      >
        {t('message-edits:add.open')}
      </a>
    )
  const rows: Record<EditBucket, { key: string; cells: React.ReactNode[] }[]> = {
    events: parts.events.map(({ event, at, event_seq_nr, code, edit }) => {
      const name = `${code} ${eventName(t, code)}`
      // Of two with the same code the number says which.
      const which = t('message-edits:add.event', { nr: event_seq_nr, time: local.dateTime(at) })
      return { key: event, cells: [name, which, way('events', event, edit, `${name}, ${which}`)] }
    }),
    counters: parts.counters.map(({ game_nr, meters, edit }) => {
      const name = game_nr === 0 ? t('message-edits:add.whole') : t('message-edits:add.game', { nr: game_nr })
      const [first] = repairMeters.filter(meter => meters[meter] !== undefined)
      return {
        key: String(game_nr),
        cells: [
          name,
          first ? `${t(`counters:fields.${first}`)} ${format.number(Number(meters[first]))}` : '–',
          way('counters', String(game_nr), edit, name),
        ],
      }
    }),
    slotdata: parts.slotdata.map(({ name, value, edit }) => ({
      key: name,
      cells: [name, value === null ? '–' : String(value), way('slotdata', name, edit, name)],
    })),
  }
  const gone = parts.edits.filter(({ does }) => does === 'leave_out')
  const all = Object.values(rows).flat()
  return (
    <>
      {all.length + gone.length === 0 ? <EmptyState title={t('message-edits:add.none')} /> : null}
      {(Object.keys(rows) as EditBucket[]).map(bucket =>
        rows[bucket].length === 0 ? null : (
          <Section key={bucket} title={t(`message-edits:bucket.${bucket}`)}>
            <DataTable
              caption={t(`message-edits:bucket.${bucket}`)}
              columns={[
                { key: 'part', label: t('message-edits:fields.part') },
                { key: 'value', label: t('message-edits:fields.value'), rank: 2 },
                { key: 'edit', label: t('message-edits:add.edit'), rank: 3 },
              ]}
              rows={rows[bucket]}
            />
          </Section>
        ),
      )}
      {gone.length > 0 ? (
        <Section title={t('message-edits:left_out')}>
          <ul>
            {gone.map(({ _id, bucket, before }) => (
              <li key={_id}>
                <a className="link" href={`${resourcePaths['message-edits']}/${_id}`}>
                  {t(`message-edits:bucket.${bucket}`)}: {Object.values(before).map(String).join(', ')}
                </a>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <p>
        <a
          className="link"
          href={message.replace(
            `${resourcePaths['message-edits']}/part`,
            `${resourcePaths['ignored-messages']}/add`,
          )}
        >
          {t('message-edits:add.ignore')}
        </a>
      </p>
    </>
  )
}
