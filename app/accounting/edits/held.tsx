/**
 * What held for a slot, a location or a SMIB, interval by interval; a change that was entered late is set back in two
 * plain forms.
 */
import { useLoaderData } from '@remix-run/react'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import {
  MOST_BACK,
  setBackPermission,
  slotLimits,
  type Interval,
} from '../../../backend/accounting/set-back/set-back.contract'
import { useAnswer, useShell } from '../../console/shell-context'
import { FailureNote } from '../../engine/components/failure-note'
import { formatter } from '../../i18n/format'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { Button, LinkButton } from '../../ui/button'
import { describe, ErrorSummary, Field, FormActions, Input } from '../../ui/field'
import { PageHeader, Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { PendingRequest } from '../../workflow/second-person/pending-request'
import { OrderForm, reasonField } from '../../estate/control/order-form'
import { Effect } from '../repairs/effect'
import { heldTypeOf, loadHeld, performSetBack, type Loaded } from './held.server'

export const loader = guarded(
  ({ params }) => `${heldTypeOf(params)}::get` as const,
  context => loadHeld(context),
)
export const action = guarded(
  ({ params }) => ({ all: [`${heldTypeOf(params)}::get`, setBackPermission] }) as const,
  performSetBack,
  { keepsAnswer: true },
)

export default function HeldPage() {
  const loaded = useLoaderData() as Loaded
  const shown = useAnswer<Loaded>() ?? loaded
  const { t, can } = useShell()
  const { title, type, id, chosen, preview, failure, key, here, answered, held } = shown
  return (
    <>
      <PageHeader title={title} />
      <p className="prose-width mb-3">
        {t(`held:what.${type}`)} {held.intervals.some(isChange) ? null : t('held:unchanged')}
      </p>
      <p className="mb-3">
        <a className="link" href={`${resourcePaths[`${type}s`]}/${id}`}>
          {held.subject.name}
        </a>
      </p>
      <Intervals shown={shown} />
      {chosen && can(setBackPermission) ? (
        <Section title={t('held:back')}>
          {failure ? <FailureNote failure={failure} /> : null}
          <When shown={shown} />
          {preview ? (
            <>
              {preview.places.length === 0 ? <p>{t('held:nothing')}</p> : null}
              {preview.places.map(({ location, slot, effect }) => (
                <Section
                  key={`${location._id} ${slot?._id ?? ''} ${effect.total.net_win.currency}`}
                  title={
                    slot
                      ? t('held:movesOf', { slot: slot.name, location: location.name })
                      : t('held:moves', { location: location.name })
                  }
                >
                  <Effect effect={effect} zone={held.time_zone} />
                </Section>
              ))}
              {preview.second_person?.waiting ? (
                <PendingRequest waiting={preview.second_person.waiting} />
              ) : (
                <OrderForm
                  intent="set_back"
                  answered={answered}
                  formKey={key}
                  action={here}
                  checkHref={`/held/${type}/${id}`}
                  backHref={`/held/${type}/${id}`}
                  danger
                  submit={t(preview.second_person ? 'approvals:ask.submit' : `held:submit.${type}`)}
                  effect={t(`held:effect.${type}`)}
                  fields={[reasonField(t)]}
                />
              )}
            </>
          ) : null}
        </Section>
      ) : null}
    </>
  )
}

/** What held from the beginning was never entered late. */
const isChange = ({ since }: Interval): boolean => since !== null

function Intervals({ shown: { type, id, held, chosen } }: { shown: Loaded }) {
  const { t, locale, can } = useShell()
  const format = formatter(locale, held.time_zone)
  const since = (one: Interval) =>
    one.since === null
      ? t('held:beginning')
      : typeof one.since === 'number'
        ? format.dateTime(one.since)
        : format.day(one.since)
  const own = ownOf[type]
  // Few slots have any, and then mostly one or two.
  const limits = slotLimits.filter(name => held.intervals.some(one => (one.limits?.[name] ?? null) !== null))
  const back = can(setBackPermission) && held.intervals.some(isChange)
  return (
    <DataTable
      caption={t('held:intervals')}
      columns={[
        { key: 'since', label: t(`held:since.${type}`) },
        ...own.map(key => ({ key, label: t(`${type}s:fields.${key}`), rank: 2 as const })),
        ...limits.map(key => ({ key, label: t(`slots:fields.${key}`), rank: 2 as const, numeric: true })),
        { key: 'origin', label: t('held:origin'), rank: 3 },
        ...(back ? [{ key: 'back', label: t('held:back') }] : []),
      ]}
      rows={held.intervals.map((one, at) => ({
        key: `${one.since ?? ''}`,
        cells: [
          since(one),
          ...cellsOf(type, one, format),
          ...limits.map(name => {
            const limit = one.limits?.[name] ?? null
            return limit === null ? t('held:usual') : format.number(limit)
          }),
          t(`held:origins.${one.origin}`),
          ...(back
            ? [
                !isChange(one) || one === chosen ? null : isSame(one, held.intervals[at + 1]) ? (
                  t('held:noChange')
                ) : (
                  <a className="link" href={`/held/${type}/${id}?since=${one.since}`}>
                    {t('held:choose', { since: since(one) })}
                  </a>
                ),
              ]
            : []),
        ],
      }))}
    />
  )
}

/** Its RTP or its games were changed: nothing by which a reading is booked. */
const isSame = (one: Interval, before: Interval | undefined): boolean =>
  before !== undefined &&
  JSON.stringify({ ...one, since: null, origin: null }) ===
    JSON.stringify({ ...before, since: null, origin: null })

const ownOf = {
  slot: ['location', 'denomination'],
  location: ['time_zone', 'gaming_day_start'],
  smib: ['slot'],
} as const

const linkTo = (resource: 'locations' | 'slots', one: Interval['location']) =>
  one ? (
    <a className="link" href={`${resourcePaths[resource]}/${one._id}`}>
      {one.name}
    </a>
  ) : (
    '–'
  )

function cellsOf(type: Loaded['type'], one: Interval, format: ReturnType<typeof formatter>) {
  if (type === 'smib') return [linkTo('slots', one.slot)]
  if (type === 'location') return [one.time_zone ?? '–', one.gaming_day_start ?? '–']
  return [linkTo('locations', one.location), one.denomination ? format.money(one.denomination) : '–']
}

function When({ shown: { type, id, held, chosen, to, problems } }: { shown: Loaded }) {
  const { t } = useShell()
  const text = ({ code, params }: FieldProblem) =>
    t([`errors:fields.${code}`, 'errors:fields.invalid'], params)
  const error = problems.map(text).join(' ') || undefined
  const label = t(`held:to.${type}`)
  return (
    <form method="get" action={`/held/${type}/${id}`} className="form mb-3">
      <ErrorSummary
        title={t('engine:form.problems', { count: problems.length })}
        errors={problems.map(one => ({ id: 'held-to', text: `${label}: ${text(one)}` }))}
      />
      <input type="hidden" name="since" value={`${chosen?.since ?? ''}`} />
      <Field
        id="held-to"
        label={label}
        help={`${t('repairs:decide.zone', { zone: held.time_zone })}. ${t(`held:most.${type}`, { days: MOST_BACK[type] })}`}
        error={error}
      >
        <Input
          {...describe({ id: 'held-to', help: true, error })}
          name="to"
          type={type === 'location' ? 'date' : 'datetime-local'}
          required
          defaultValue={to}
        />
      </Field>
      <FormActions>
        <Button tone="primary">{t('held:preview')}</Button>
        <LinkButton href={`/held/${type}/${id}`}>{t('engine:form.cancel')}</LinkButton>
      </FormActions>
    </form>
  )
}
