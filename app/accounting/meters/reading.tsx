/** Entering where the counters stand. An index that went down asks for a reason. */
import {
  meterKinds,
  slotMetersAnswer,
  type SlotMeters,
} from '../../../backend/accounting/meters/meters.contract'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { localInstant, problemsOfMoment, readInstant } from '../../engine/period/period'
import { formatter } from '../../i18n/format'
import { formPage, type PageForm } from '../../engine/form/form-page.server'
import { guarded } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import { MeterForm } from './meter-form'
import { crumbsOf, hrefOf, readOpenMeters, meterOf, trimmed } from './meters-at.server'

const needs = { all: ['slot::list', 'slot::enter_meters'] } as const

const readingForm = formPage<SlotMeters>({
  read: readOpenMeters,
  version: meters => meters.version,
  typed: meters => ({
    read_at: localInstant(Date.now(), meters.time_zone),
    ...Object.fromEntries(meterKinds.map(kind => [kind, ''])),
    reason: '',
  }),
  standing: meters =>
    Object.fromEntries(meters.meters.map(({ kind, index }) => [kind, index === null ? '' : String(index)])),
  send: async ({ api, t }, { now: meters, version, key, ...sent }) => {
    const typed = trimmed(sent.typed)
    const readAt = readInstant(typed.read_at ?? '', meters.time_zone)
    if (readAt === undefined)
      return { problems: { read_at: problemsOfMoment(typed.read_at ?? '', meters.time_zone) } }
    await api.call('POST', `/api/configuration/v1/slot-machine-meter/${meters._id}/reading`, {
      body: {
        version,
        read_at: readAt,
        ...Object.fromEntries(meterKinds.map(kind => [kind, meterOf(typed[kind] ?? '')])),
        reason: typed.reason,
      },
      schema: slotMetersAnswer,
      idempotencyKey: key,
    })
    return { to: hrefOf(meters._id), message: t('meters:entered') }
  },
})

export const loader = guarded(needs, async context => {
  const { now: meters, form } = await readingForm.load(context)
  return {
    title: context.t('meters:enter_title', { name: meters.slot.name }),
    crumbs: crumbsOf(meters),
    meters,
    here: hrefOf(meters._id),
    form,
  }
})

export const action = guarded(needs, readingForm.perform, { keepsAnswer: 'each' })

export default function ReadingPage() {
  const { title, meters, here, form } = useLoaded<typeof loader>()
  const answered = useAnswer<PageForm>()
  const { t, locale } = useShell()
  const format = formatter(locale, meters.time_zone)
  return (
    <>
      <PageHeader title={title} />
      <MeterForm
        form={answered ?? form}
        action={`${here}/reading`}
        back={here}
        submit={t('meters:save_reading')}
        controls={[
          {
            name: 'read_at',
            label: t('meters:columns.read_at'),
            type: 'datetime-local',
            required: true,
            help: t('meters:zone', { zone: meters.time_zone }),
          },
          ...meters.meters.map(({ kind, index, read_at }) => ({
            name: kind,
            label: t(`meters:kinds.${kind}`),
            mode: 'numeric' as const,
            max: 16,
            help:
              index === null || read_at === null
                ? t('meters:never_read')
                : t('meters:last_read', { index: format.number(index), at: format.dateTime(read_at) }),
          })),
          {
            name: 'reason',
            label: t('engine:form.reason'),
            note: t('engine:form.optional'),
            long: true,
            max: 200,
            help: t('meters:reason_help'),
          },
        ]}
      />
    </>
  )
}
