/**
 * A bulk action begins: by filter, by what a list has ticked, or by all that a list's filters match. Sending it shows
 * the preview.
 */
import { data, redirect } from '@remix-run/node'
import {
  bulkAnswer,
  bulkContract,
  bulkPaths,
  type BulkAction,
} from '../../../backend/operations/bulk/bulk.contract'
import { ApiError } from '../../api/api-error'
import { useAnswer, useShell, useLoaded } from '../../console/shell-context'
import { wireValue } from '../../engine/definition/define-resource'
import { commandForm, submitForm, type FormState } from '../../engine/form/form.server'
import { requestFor } from '../../engine/data/list.server'
import { Notices } from '../../engine/components/list-notes'
import { hrefOf, type ListQuery } from '../../engine/address/list-query'
import { filterOptions } from '../../engine/data/lookup.server'
import { missingFilters } from '../../engine/data/missing-filters'
import { matchingOf } from '../../engine/address/matching'
import { useFilterWords } from '../../engine/components/filter-bar'
import { ResourceForm } from '../../engine/form/resource-form'
import { pinSelection } from '../../engine/data/selection.server'
import { UnclearChoice } from '../../engine/components/unclear-choice'
import type { Options } from '../../engine/fields/field'
import { resources } from '../../engine/definition/registry'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'
import { BULK } from './job-words'
import { choiceForm, foldedSections, whichFields } from './choice'
import { actionOf, readChoice, type Choice } from './choice.server'
import { instantOf } from './local-time'

const { slots } = resources

/** The selection that a list sent; null when the slots are chosen here. */
interface Chosen {
  ids: string[]
  query: ListQuery | null
  options: Record<string, Options>
}

type Refused = { state: FormState }

export const loader = guarded(bulkContract.permissions.list, async (ctx: GuardedContext) => {
  const choice = readChoice(ctx)
  if (choice.selection) pinSelection(ctx, slots, choice.selection)
  const chosen = await chosenOf(ctx, choice)
  const state = await commandForm(
    ctx,
    slots,
    choiceForm(chosen !== null, actionOf(choice)).spec,
    choice.typed,
  )
  return {
    title: `${ctx.t('bulk:new')}: ${ctx.t(`bulk:action.${actionOf(choice)}`)}`,
    action: actionOf(choice),
    instead: insteadOf(ctx.url, actionOf(choice)),
    chosen,
    // If what was not used of the address should have chosen slots, the form at `anew` chooses them again.
    notices: [...choice.notices, ...missingFilters(ctx, slots, choice, chosen?.options ?? state.options)],
    anew: choice.isUnclear ? anewOf(choice) : null,
    state,
  }
})

export const action = guarded(
  bulkContract.permissions.list,
  async (ctx: GuardedContext) => {
    const choice = readChoice(ctx)
    const chosen = await chosenOf(ctx, choice)
    const { spec } = choiceForm(chosen !== null, actionOf(choice))
    if (choice.isUnclear)
      return data<Refused>({ state: await commandForm(ctx, slots, spec, choice.typed) }, { status: 422 })
    return submitForm(ctx, slots, spec, {
      shown: (state): Refused => ({ state }),
      perform: async ({ value, key }) => {
        const { job } = await ctx.api.call('POST', bulkPaths.preview, {
          body: { ...wireOf(ctx, chosen, value), action: actionOf(choice) },
          schema: bulkAnswer,
          idempotencyKey: key,
        })
        return redirect(`${BULK}/${job._id}`, 303)
      },
    })
  },
  { keepsAnswer: 'each' },
)

async function chosenOf(ctx: GuardedContext, { selection }: Choice): Promise<Chosen | null> {
  if (!selection) return null
  const { isMatching, query, ids } = selection
  if (!isMatching) return { ids, query: null, options: {} }
  const lookups = slots.list.filters.map(field => ({ field, ids: query.filters[field] ?? [], find: '' }))
  return { ids: [], query, options: await filterOptions(ctx, slots, lookups) }
}

function insteadOf({ searchParams }: URL, action: BulkAction): string {
  const other = new URLSearchParams(searchParams)
  other.set('action', action === 'lock' ? 'unlock' : 'lock')
  return `${BULK}/new?${other.toString()}`
}

/** In the list where they were chosen, or in this form as it is without an address. */
const anewOf = ({ selection }: Choice): string =>
  selection ? hrefOf(slots.path, selection.query, slots.list) : `${BULK}/new`

function wireOf(
  { timeZone }: GuardedContext,
  chosen: Chosen | null,
  value: Record<string, unknown>,
): Record<string, unknown> {
  const { unlock_at: local, unlock_zone, ...rest } = value as Record<string, string | undefined>
  const zone = unlock_zone ?? timeZone
  const unlock_at = local ? instantOf(local, zone) : null
  if (unlock_at === undefined)
    throw new ApiError({
      kind: 'problem',
      status: 422,
      code: 'invalid',
      fields: { unlock_at: [{ code: 'no_such_time' }] },
    })
  const options = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !(whichFields as readonly string[]).includes(name)),
  )
  return {
    ...options,
    unlock_at,
    unlock_zone: unlock_at === null ? null : zone,
    ...targets(timeZone, chosen, rest),
  }
}

function targets(
  timeZone: string,
  chosen: Chosen | null,
  value: Record<string, string | undefined>,
): Record<string, unknown> {
  if (chosen && chosen.ids.length > 0) return { ids: chosen.ids }
  if (chosen?.query) {
    return { matching: matchingOf(requestFor(slots, chosen.query, timeZone)) }
  }
  const names = whichFields.filter(name => name !== 'query' && value[name])
  return {
    matching: {
      query: value.query ?? '',
      exactFields: names,
      exactValues: names.map(name => wireValue(slots.fields, name, value[name] ?? '')),
    },
  }
}

export default function NewBulkAction() {
  const loaded = useLoaded<typeof loader>()
  const {
    title,
    action: order,
    instead,
    chosen,
    state,
    notices,
    anew,
  } = { ...loaded, ...useAnswer<Refused>() }
  const { t } = useShell()
  const { spec, sections } = choiceForm(chosen !== null, order)
  if (anew !== null)
    return (
      <>
        <PageHeader title={title} />
        <UnclearChoice notices={notices} back={anew} />
      </>
    )
  return (
    <>
      <PageHeader
        title={title}
        commands={
          <LinkButton href={instead}>{t(`bulk:instead.${order === 'lock' ? 'unlock' : 'lock'}`)}</LinkButton>
        }
      />
      <Notices notices={notices} />
      {chosen ? <ChosenSlots chosen={chosen} /> : <p className="prose-width mb-2">{t('bulk:which_hint')}</p>}
      <ResourceForm
        spec={spec}
        sections={sections}
        folded={foldedSections}
        state={state}
        submit={t('bulk:preview')}
        cancelHref={BULK}
        checkHref={BULK}
      />
    </>
  )
}

function ChosenSlots({ chosen }: { chosen: Chosen }) {
  const { t } = useShell()
  if (!chosen.query)
    return <p className="mb-2 font-semibold">{t('bulk:chosen.ids', { count: chosen.ids.length })}</p>
  return <Matching query={chosen.query} options={chosen.options} />
}

function Matching({ query, options }: { query: ListQuery; options: Record<string, Options> }) {
  const { t } = useShell()
  const words = useFilterWords({ resource: slots, query, options }).map(chip => chip.words)
  return (
    <p className="mb-2 font-semibold">
      {words.length > 0 ? t('bulk:chosen.matching', { filters: words.join(' · ') }) : t('bulk:chosen.all')}
    </p>
  )
}
