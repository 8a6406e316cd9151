import type { z } from 'zod'
import { manualReadingsContract } from '../../../backend/accounting/corrections/manual-readings.contract'
import { repairMeters } from '../../../backend/accounting/repairs/repairs.contract'
import { useShell } from '../../console/shell-context'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, date, longText } from '../../engine/fields'
import { Effect } from '../repairs/effect'
import { Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { revertAction } from './revert-action'

/** Meters that people read off slots, with what that moved. */
export const manualReadings = defineResource('manual-readings', manualReadingsContract, {
  title: 'at',
  named: ({ slot }, t) => t('manual-readings:named', { slot: slot.name }),
  state: 'state',
  fields: {
    state: choice({ counts: 'good', taken_back: 'muted' }),
    kind: choice({ reading: 'info', opening: 'info' }),
    gaming_day: date(),
    cause: longText(),
    taken_back_reason: longText(),
  },
  list: {
    columns: ['at', 'state', 'kind', 'slot', 'location', 'moved', 'cause', 'entered_by', 'created_at'],
    more: ['tenant', 'gaming_day', 'taken_back_by', 'taken_back_at', 'taken_back_reason'],
    summary: ['slot', 'moved', 'state'],
    filters: ['tenant', 'location', 'state', 'kind'],
    quiet: ['slot'],
    links: [
      {
        href: '/openings-import',
        label: 'imports:titles.openings',
        rule: { all: ['slot::get', 'slot::enter_readings'] },
      },
    ],
  },
  detail: {
    lead: Moved,
    sections: {
      reading: ['state', 'kind', 'slot', 'location', 'tenant', 'at', 'gaming_day'],
      why: ['cause', 'entered_by', 'created_at', 'taken_back_by', 'taken_back_at', 'taken_back_reason'],
    },
  },
  actions: {
    take_back: revertAction('counts'),
  },
})

function Moved({ row }: { row: z.output<typeof manualReadingsContract.row> }) {
  const { t, format, timeZone } = useShell()
  return (
    <>
      {row.kind === 'opening' ? <p className="prose-width">{t('manual-readings:opening')}</p> : null}
      {row.import ? (
        <p>
          <a className="link" href={`/openings-import/${row.import}`}>
            {t('manual-readings:from_file')}
          </a>
        </p>
      ) : null}
      <Section title={t('manual-readings:read')}>
        <DataTable
          caption={t('manual-readings:read')}
          columns={[
            { key: 'meter', label: t('manual-readings:fields.meter') },
            { key: 'value', label: t('manual-readings:fields.value'), numeric: true, rank: 2 },
          ]}
          rows={repairMeters.flatMap(name => {
            const value = row.meters[name]
            return value === undefined
              ? []
              : [{ key: name, cells: [t(`counters:fields.${name}`), format.number(value)] }]
          })}
        />
      </Section>
      <Section title={t('manual-readings:moved_then')}>
        <Effect effect={row.effect} zone={timeZone} booked />
      </Section>
    </>
  )
}
