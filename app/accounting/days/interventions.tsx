/** What was in doubt in a slot's day or hour, and what people did about its readings: each leads to its own page. */
import type { DayHead, Intervention } from '../../../backend/accounting/days/days.contract'
import { useShell } from '../../console/shell-context'
import type { Format } from '../../i18n/format'
import type { Translate } from '../../i18n/locales'
import type { ResourceName } from '../../addresses/names'
import { Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { useDayFormat } from './day-facts'
import { RecordLink } from '../../engine/components/record-link'

const pages = {
  repair: 'repairs',
  ignored: 'ignored-messages',
  entered: 'manual-readings',
  edit: 'message-edits',
} as const satisfies Record<Intervention['of'], ResourceName>

function wordsOf(one: Intervention, t: Translate, format: Format): string {
  if (one.of === 'repair') {
    const kind = t(`repairs:kind.${one.kind}`)
    return one.game_nr === 0 ? kind : t('days:interventions.game', { kind, nr: format.number(one.game_nr) })
  }
  if (one.of === 'entered') return t(`days:interventions.entered.${one.kind}`)
  const nr = format.number(one.message_seq_nr)
  return one.of === 'ignored'
    ? t('days:interventions.ignored', { nr })
    : t('days:interventions.edit', {
        nr,
        what: `${t(`message-edits:bucket.${one.bucket}`)}, ${t(`message-edits:does.${one.does}`)}`,
      })
}

export function Interventions({
  shown,
  title,
}: {
  shown: DayHead & { interventions: readonly Intervention[] }
  title: string
}) {
  const { t } = useShell()
  const format = useDayFormat(shown)
  if (shown.interventions.length === 0) return null
  return (
    <Section title={title}>
      <DataTable
        caption={title}
        columns={[
          { key: 'what', label: t('days:interventions.what') },
          { key: 'at', label: t('days:interventions.at'), rank: 2 },
          { key: 'state', label: t('days:hour.state'), rank: 3 },
          { key: 'by', label: t('days:interventions.by') },
          { key: 'reason', label: t('days:day.reason') },
        ]}
        rows={shown.interventions.map(one => ({
          key: one._id,
          cells: [
            <RecordLink key="what" className="ev" to={pages[one.of]} id={one._id}>
              {wordsOf(one, t, format)}
            </RecordLink>,
            format.dateTime(one.at),
            one.of === 'repair' ? t(`repairs:state.${one.state}`) : t('days:interventions.holds'),
            one.by ?? '–',
            one.reason ?? '–',
          ],
        }))}
      />
    </Section>
  )
}
