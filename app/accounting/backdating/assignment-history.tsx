/**
 * What was in effect for a slot, a location or a SMIB, interval by interval; a change that was entered late is
 * backdated in two plain forms.
 */
import {
  MOST_BACKDATED,
  backdatingPermission,
  slotLimits,
  type Interval,
} from '../../../backend/accounting/backdating/backdating.contract'
import { useShell, useShown } from '../../console/shell-context'
import { WholeOnly } from '../../engine/components/whole-only'
import { FailureNote } from '../../engine/components/failure-note'
import { problemTexts } from '../../engine/form/problem-texts'
import { formatter } from '../../i18n/format'
import { guarded } from '../../session/guard.server'
import { Button, LinkButton } from '../../ui/button'
import { describe, ErrorSummary, Field, FormActions, Input } from '../../ui/field'
import { PageHeader, Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { RequestedOrder } from '../corrections/requested-order'
import { Effect } from '../repairs/effect'
import { historyTypeOf, loadHistory, performBackdating, type Loaded } from './assignment-history.server'
import { RecordLink } from '../../engine/components/record-link'

export const loader = guarded(
  ({ params }) => `${historyTypeOf(params)}::get` as const,
  context => loadHistory(context),
)
export const action = guarded(
  ({ params }) => ({ all: [`${historyTypeOf(params)}::get`, backdatingPermission] }) as const,
  performBackdating,
  { keepsAnswer: true },
)

export default function AssignmentHistoryPage() {
  const shown = useShown<typeof loader>()
  const { t, can } = useShell()
  const { title, type, id, chosen, preview, failure, key, here, answered, history } = shown
  const moves = (
    <>
      {failure ? <FailureNote failure={failure} /> : null}
      <When shown={shown} />
      {preview ? (
        <>
          {preview.places.length === 0 ? <p>{t('backdating:nothing')}</p> : null}
          {preview.places.map(({ location, slot, effect }) => (
            <Section
              key={`${location._id} ${slot?._id ?? ''} ${effect.total.net_win.currency}`}
              title={
                slot
                  ? t('backdating:movesOf', { slot: slot.name, location: location.name })
                  : t('backdating:moves', { location: location.name })
              }
            >
              <Effect effect={effect} zone={history.time_zone} />
            </Section>
          ))}
          <RequestedOrder
            secondPerson={preview.second_person}
            intent="set_back"
            answered={answered}
            formKey={key}
            action={here}
            checkHref={`/held/${type}/${id}`}
            backHref={`/held/${type}/${id}`}
            submit={t(`backdating:submit.${type}`)}
            effect={t(`backdating:effect.${type}`)}
          />
        </>
      ) : null}
    </>
  )
  return (
    <>
      <PageHeader title={title} />
      <p className="prose-width mb-3">
        {t(`backdating:what.${type}`)} {history.intervals.some(isChange) ? null : t('backdating:unchanged')}
      </p>
      <p className="mb-3">
        <RecordLink to={`${type}s`} id={id}>
          {history.subject.name}
        </RecordLink>
      </p>
      <Intervals shown={shown} />
      {chosen && can(backdatingPermission) ? (
        <Section title={t('backdating:back')}>
          {type === 'slot' ? moves : <WholeOnly>{moves}</WholeOnly>}
        </Section>
      ) : null}
    </>
  )
}

/** What was in effect from the beginning was never entered late. */
const isChange = ({ since }: Interval): boolean => since !== null

function Intervals({ shown: { type, id, history, chosen } }: { shown: Loaded }) {
  const { t, locale, can } = useShell()
  const format = formatter(locale, history.time_zone)
  const since = (one: Interval) =>
    one.since === null
      ? t('backdating:beginning')
      : typeof one.since === 'number'
        ? format.dateTime(one.since)
        : format.day(one.since)
  const own = ownOf[type]
  // Few slots have any, and then mostly one or two.
  const limits = slotLimits.filter(name =>
    history.intervals.some(one => (one.limits?.[name] ?? null) !== null),
  )
  const back = can(backdatingPermission) && history.intervals.some(isChange)
  return (
    <DataTable
      caption={t('backdating:intervals')}
      columns={[
        { key: 'since', label: t(`backdating:since.${type}`) },
        ...own.map(key => ({ key, label: t(`${type}s:fields.${key}`), rank: 2 as const })),
        ...limits.map(key => ({ key, label: t(`slots:fields.${key}`), rank: 2 as const, numeric: true })),
        { key: 'origin', label: t('backdating:origin'), rank: 3 },
        ...(back ? [{ key: 'back', label: t('backdating:back') }] : []),
      ]}
      rows={history.intervals.map((one, at) => ({
        key: `${one.since ?? ''}`,
        cells: [
          since(one),
          ...cellsOf(type, one, format),
          ...limits.map(name => {
            const limit = one.limits?.[name] ?? null
            return limit === null ? t('backdating:usual') : format.number(limit)
          }),
          t(`backdating:origins.${one.origin}`),
          ...(back
            ? [
                !isChange(one) || one === chosen ? null : isSame(one, history.intervals[at + 1]) ? (
                  t('backdating:noChange')
                ) : (
                  <a className="link" href={`/held/${type}/${id}?since=${one.since}`}>
                    {t('backdating:choose', { since: since(one) })}
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
    <RecordLink to={resource} id={one._id}>
      {one.name}
    </RecordLink>
  ) : (
    '–'
  )

function cellsOf(type: Loaded['type'], one: Interval, format: ReturnType<typeof formatter>) {
  if (type === 'smib') return [linkTo('slots', one.slot)]
  if (type === 'location') return [one.time_zone ?? '–', one.gaming_day_start ?? '–']
  return [linkTo('locations', one.location), one.denomination ? format.money(one.denomination) : '–']
}

function When({ shown: { type, id, history, chosen, to, problems } }: { shown: Loaded }) {
  const { t } = useShell()
  const { errorOf, errorsOf } = problemTexts(t, { to: problems })
  const error = errorOf('to')
  const label = t(`backdating:to.${type}`)
  return (
    <form method="get" action={`/held/${type}/${id}`} className="form mb-3">
      <ErrorSummary
        title={t('engine:form.problems', { count: problems.length })}
        errors={errorsOf(
          ['to'],
          () => 'held-to',
          () => label,
        )}
      />
      <input type="hidden" name="since" value={`${chosen?.since ?? ''}`} />
      <Field
        id="held-to"
        label={label}
        help={`${t('repairs:decide.zone', { zone: history.time_zone })}. ${t(`backdating:most.${type}`, { days: MOST_BACKDATED[type] })}`}
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
        <Button tone="primary">{t('backdating:preview')}</Button>
        <LinkButton href={`/held/${type}/${id}`}>{t('engine:form.cancel')}</LinkButton>
      </FormActions>
    </form>
  )
}
