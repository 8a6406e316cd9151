/** How the counters count: price of an impulse and impulses to a step of the index. Money depends on it, so it takes a reason. */
import { randomUUID } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  MAX_PRICE_MINOR,
  meterKinds,
  slotMetersAnswer,
  type SlotMeters,
} from '../../../backend/meters/meters.contract'
import { useAnswer, useShell } from '../../console/shell-context'
import { decimalMark, decimalText, readDecimal } from '../../engine/fields/decimal'
import type { Locale } from '../../i18n/locales'
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

const needs = { all: ['slot::list', 'slot::update_meters'] } as const
const PRICE = 'price_per_impulse_minor'
const DECIMALS = 2
const factorOf = (kind: string) => `factor_${kind}`
const names = [PRICE, ...meterKinds.map(factorOf), 'reason']

const typedAs = (meters: SlotMeters, locale: Locale): Record<string, string> => ({
  [PRICE]: decimalText(meters.price_per_impulse_minor, DECIMALS, decimalMark(locale)),
  ...Object.fromEntries(meters.meters.map(({ kind, factor }) => [factorOf(kind), String(factor)])),
})

export const loader = guarded(needs, async ({ api, params, t, locale }) => {
  const meters = await readMeters(api, params)
  const here = hrefOf(meters._id)
  if (meters.archived) throw redirect(here)
  const typed = typedAs(meters, locale)
  return {
    title: t('meters:setup_title', { name: meters.slot.name }),
    crumbs: crumbsOf(meters),
    meters,
    here,
    state: {
      typed,
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
  async ({ api, params, form, t, toast, locale }) => {
    const id = idOf(params)
    const typed = chosenIn(form, names)
    const [version, key] = [versionIn(form), keyOf(form)]
    const price = typed[PRICE] ?? ''
    const minor = price === '' ? null : (readDecimal(price, DECIMALS) ?? price)
    const words = (limit: number) => decimalText(limit, DECIMALS, decimalMark(locale))
    // Limits are told as they are typed, not in the smallest unit.
    if (typeof minor === 'number' && minor < 1)
      return refusedHere(typed, { [PRICE]: [{ code: 'too_small', params: { min: words(1) } }] }, version)
    if (typeof minor === 'number' && minor > MAX_PRICE_MINOR)
      return refusedHere(
        typed,
        { [PRICE]: [{ code: 'too_big', params: { max: words(MAX_PRICE_MINOR) } }] },
        version,
      )
    const body = {
      version: Math.max(0, version),
      [PRICE]: minor,
      ...Object.fromEntries(meterKinds.map(kind => [factorOf(kind), wholeOf(typed[factorOf(kind)])])),
      reason: typed.reason,
    }
    try {
      await api.call('PUT', `/api/configuration/v1/slot-machine-meter/${id}`, {
        body,
        schema: slotMetersAnswer,
        idempotencyKey: key,
      })
      await toast('good', t('meters:setup_saved'))
      return redirect(hrefOf(id), 303)
    } catch (error) {
      return refusedBy(error, typed, key, version, names, {
        readNow: () => readMeters(api, params),
        shownAs: now => typedAs(now, locale),
      })
    }
  },
  { keepsAnswer: true },
)

export default function MeterSetupPage() {
  const { title, meters, here, state } = useLoaderData() as Loaded
  const answered = useAnswer<FormState>()
  const { t } = useShell()
  return (
    <>
      <PageHeader title={title} />
      <MeterForm
        state={answered ?? state}
        action={`${here}/edit`}
        back={here}
        submit={t('meters:save_setup')}
        controls={[
          {
            name: PRICE,
            label: t('meters:fields.price'),
            mode: 'decimal',
            required: true,
            max: 20,
            note: `(${meters.currency})`,
            help: t('meters:price_help'),
          },
          ...meterKinds.map(kind => ({
            name: factorOf(kind),
            label: t(`meters:factors.${kind}`),
            mode: 'numeric' as const,
            required: true,
            max: 10,
            help: t('meters:factor_help'),
          })),
          { name: 'reason', label: t('engine:form.reason'), long: true, required: true, max: 200 },
        ]}
      />
    </>
  )
}
