/**
 * How the counters count: price of an impulse and impulses to a step of the index. Money depends on it, so it takes a
 * reason.
 */
import {
  MAX_PRICE_MINOR,
  meterKinds,
  slotMetersAnswer,
  type SlotMeters,
} from '../../../backend/accounting/meters/meters.contract'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { decimalMark, decimalText, readDecimal } from '../../engine/fields/decimal'
import type { Locale } from '../../i18n/locales'
import { formPage, type PageForm } from '../../engine/form/form-page.server'
import { guarded } from '../../session/guard.server'
import { PageHeader } from '../../ui/page'
import { MeterForm } from './meter-form'
import { crumbsOf, hrefOf, readOpenMeters, trimmed, wholeOf } from './meters-at.server'

const needs = { all: ['slot::list', 'slot::update_meters'] } as const
const PRICE = 'price_per_impulse_minor'
const DECIMALS = 2
const factorOf = (kind: string) => `factor_${kind}`

const setupForm = formPage<SlotMeters>({
  read: readOpenMeters,
  version: meters => meters.version,
  typed: (meters, { locale }) => ({ ...settingsOf(meters, locale), reason: '' }),
  standing: (meters, { locale }) => settingsOf(meters, locale),
  send: async ({ api, t, locale }, { now: meters, version, key, ...sent }) => {
    const typed = trimmed(sent.typed)
    const price = typed[PRICE] ?? ''
    const minor = price === '' ? null : (readDecimal(price, DECIMALS) ?? price)
    const words = (limit: number) => decimalText(limit, DECIMALS, decimalMark(locale))
    // The message says limits as they are typed, not in the smallest unit.
    if (typeof minor === 'number' && minor < 1)
      return { problems: { [PRICE]: [{ code: 'too_small', params: { min: words(1) } }] } }
    if (typeof minor === 'number' && minor > MAX_PRICE_MINOR)
      return { problems: { [PRICE]: [{ code: 'too_big', params: { max: words(MAX_PRICE_MINOR) } }] } }
    await api.call('PUT', `/api/configuration/v1/slot-machine-meter/${meters._id}`, {
      body: {
        version,
        [PRICE]: minor,
        ...Object.fromEntries(meterKinds.map(kind => [factorOf(kind), wholeOf(typed[factorOf(kind)])])),
        reason: typed.reason,
      },
      schema: slotMetersAnswer,
      idempotencyKey: key,
    })
    return { to: hrefOf(meters._id), message: t('meters:setup_saved') }
  },
})

const settingsOf = (meters: SlotMeters, locale: Locale): Record<string, string> => ({
  [PRICE]: decimalText(meters.price_per_impulse_minor, DECIMALS, decimalMark(locale)),
  ...Object.fromEntries(meters.meters.map(({ kind, factor }) => [factorOf(kind), String(factor)])),
})

export const loader = guarded(needs, async context => {
  const { now: meters, form } = await setupForm.load(context)
  return {
    title: context.t('meters:setup_title', { name: meters.slot.name }),
    crumbs: crumbsOf(meters),
    meters,
    here: hrefOf(meters._id),
    form,
  }
})

export const action = guarded(needs, setupForm.perform, { keepsAnswer: true })

export default function MeterSetupPage() {
  const { title, meters, here, form } = useLoaded<typeof loader>()
  const answered = useAnswer<PageForm>()
  const { t } = useShell()
  return (
    <>
      <PageHeader title={title} />
      <MeterForm
        form={answered ?? form}
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
