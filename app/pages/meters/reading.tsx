/** Entering where the counters stand. An index that went down asks for a reason. */
import { randomUUID } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { meterKinds, slotMetersAnswer, type SlotMeters } from '../../../backend/meters/meters.contract'
import { useAnswer, useShell } from '../../console/shell-context'
import { localInstant, readInstant } from '../../engine/period/period'
import { formatter } from '../../i18n/format'
import { idOf } from '../../engine/resource-at.server'
import { guarded } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import { MeterForm, type FormState } from './meter-form'
import { chosenIn, crumbsOf, hrefOf, keyOf, readMeters, versionIn, wholeOf } from './meters-at.server'
import { refusedBy, refusedHere } from './refused.server'

interface Loaded {
  title: string
  crumbs: Record<string, string>
  meters: SlotMeters
  state: FormState
  here: string
}

const needs = { all: ['slot::list', 'slot::enter_meters'] } as const
const names = ['read_at', ...meterKinds, 'reason']

export const loader = guarded(needs, async ({ api, params, t }) => {
  const meters = await readMeters(api, params)
  const here = hrefOf(meters._id)
  if (meters.archived) throw redirect(here)
  return {
    title: t('meters:enter_title', { name: meters.slot.name }),
    crumbs: crumbsOf(meters),
    meters,
    here,
    state: {
      typed: { read_at: localInstant(Date.now(), meters.time_zone) },
      problems: {},
      failure: null,
      conflict: false,
      version: meters.version,
      key: randomUUID(),
    },
  } satisfies Loaded
})

export const action = guarded(
  needs,
  async ({ api, params, form, t, toast }) => {
    const id = idOf(params)
    const meters = await readMeters(api, params)
    const typed = chosenIn(form, names)
    const [version, key] = [versionIn(form), keyOf(form)]
    const readAt = readInstant(typed.read_at ?? '', meters.time_zone)
    if (readAt === undefined)
      return refusedHere(typed, { read_at: [{ code: typed.read_at ? 'invalid' : 'required' }] }, version)
    const body = {
      version: Math.max(0, version),
      read_at: readAt,
      ...Object.fromEntries(meterKinds.map(kind => [kind, wholeOf(typed[kind])])),
      reason: typed.reason,
    }
    try {
      await api.call('POST', `/api/configuration/v1/slot-machine-meter/${id}/reading`, {
        body,
        schema: slotMetersAnswer,
        idempotencyKey: key,
      })
      await toast('good', t('meters:entered'))
      return redirect(hrefOf(id), 303)
    } catch (error) {
      return refusedBy(error, typed, key, version, names, {
        readNow: () => readMeters(api, params),
        shownAs: now =>
          Object.fromEntries(
            now.meters.map(({ kind, index }) => [kind, index === null ? '' : String(index)]),
          ),
      })
    }
  },
  { keepsAnswer: true },
)

export default function ReadingPage() {
  const { title, meters, here, state } = useLoaderData() as Loaded
  const answered = useAnswer<FormState>()
  const { t, locale } = useShell()
  const format = formatter(locale, meters.time_zone)
  return (
    <>
      <PageHeader title={title} />
      <MeterForm
        state={answered ?? state}
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
