/** Handing over a location's shift: its sheet as it would be signed now, with room for remarks. */
import { z } from 'zod'
import { pathsOf } from '../../../backend/platform/contract/contract'
import {
  handoverDraft,
  handoverDraftPath,
  shiftHandoversContract,
  type HandoverDraft,
} from '../../../backend/operations/shift-handovers/shift-handovers.contract'
import { ApiError } from '../../api/api-error'
import { useShell, useShown } from '../../console/shell-context'
import { resourcePaths } from '../../addresses/names'
import { unusedOf } from '../../engine/address/notice'
import { Notices } from '../../engine/components/list-notes'
import { locationChoices } from '../../estate/locations/location-choices.server'
import { problemText } from '../../engine/render/labels'
import { isId } from '../../engine/data/resource-at.server'
import { textIn } from '../../engine/form/text-in'
import { formsOf, performOrder, type Answered } from '../../engine/form/orders.server'
import { OrderForm } from '../../engine/form/order-form'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Button } from '../../ui/button'
import { describe, Field, Input, Select, TextArea } from '../../ui/field'
import { Facts } from '../../ui/facts'
import { EmptyState, PageHeader } from '../../ui/page'
import { StateLine } from '../../ui/tiles'
import { SheetParts, useHead } from './sheet-parts'

const rule = shiftHandoversContract.actions.take_over.permission
const list = resourcePaths['shift-handovers']
const CLOCK = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

type Shown = Awaited<ReturnType<typeof load>>

async function load({ api, url, t }: GuardedContext, answered?: Answered) {
  const location = url.searchParams.get('location') ?? ''
  const beganAt = url.searchParams.get('began_at') ?? ''
  const title = t('shift-handovers:new')
  const notices = unusedOf(url.searchParams, {
    location: isId,
    began_at: text => text === '' || CLOCK.test(text),
  })
  const shown = {
    title,
    locations: [],
    total: 0,
    /** Null: no location is chosen, or its shift cannot have begun when the address says. */
    draft: null as HandoverDraft | null,
    location,
    beganAt: CLOCK.test(beganAt) ? beganAt : '',
    /** Why the beginning that was typed is refused. */
    beganProblem: null as string | null,
    notices,
    ...formsOf(answered),
  }
  if (!isId(location)) return { ...shown, ...(await locationChoices(api)) }
  const draftAt = async (began: string) =>
    api.call('GET', `${handoverDraftPath}/${location}?began_at=${encodeURIComponent(began)}`, {
      schema: z.object({ draft: handoverDraft }),
    })
  try {
    const { draft } = await draftAt(shown.beganAt)
    return { ...shown, draft, title: `${title}: ${draft.location.name}` }
  } catch (error) {
    const [problem] = error instanceof ApiError ? (error.fields.began_at ?? []) : []
    if (!problem) throw error
    return { ...shown, beganProblem: problemText(t, problem) }
  }
}

export const loader = guarded(rule, context => load(context))

export const action = guarded(
  rule,
  context => {
    const { form, url, t } = context
    return performOrder(context, 'hand_over', {
      path: pathsOf(shiftHandoversContract).create,
      body: {
        location: url.searchParams.get('location') ?? '',
        began_at: url.searchParams.get('began_at') ?? '',
        remarks: textIn(form, 'remarks'),
      },
      fields: ['remarks'],
      schema: z.object({ 'shift-handover': z.object({ _id: z.string(), number: z.string() }) }),
      again: answered => load(context, answered),
      done: ({ 'shift-handover': { _id, number } }) => ({
        to: `${list}/${_id}`,
        message: t('shift-handovers:handed_over', { number }),
      }),
    })
  },
  { keepsAnswer: 'each' },
)

export default function HandOverPage() {
  const shown = useShown<typeof loader>()
  return (
    <>
      <PageHeader title={shown.title} />
      <Notices notices={shown.notices} />
      {isId(shown.location) ? <HandOver shown={shown} /> : <ChooseLocation {...shown} />}
    </>
  )
}

function ChooseLocation({ locations, total }: Pick<Shown, 'locations' | 'total'>) {
  const { t, format } = useShell()
  if (locations.length === 0) return <EmptyState title={t('shift-handovers:no_location')} />
  return (
    <form method="get" className="form">
      <Field
        id="handover-location"
        label={t('shift-handovers:fields.location')}
        help={
          total > locations.length
            ? t('shift-handovers:first_locations', { shown: locations.length, of: format.number(total) })
            : undefined
        }
      >
        <Select id="handover-location" name="location" options={locations} />
      </Field>
      <div className="form-actions">
        <Button tone="primary">{t('shift-handovers:draw_up')}</Button>
      </div>
    </form>
  )
}

/** React takes a property called `key` for itself, so what has one is not spread. */
function HandOver({ shown }: { shown: Shown }) {
  const { draft, location, beganAt, beganProblem, answered, key: formKey } = shown
  const { t } = useShell()
  const address = `${list}/new?location=${location}${beganAt ? `&began_at=${encodeURIComponent(beganAt)}` : ''}`
  return (
    <>
      {draft?.waiting ? (
        <StateLine mark="warn" title={t('shift-handovers:waits', { number: draft.waiting.name })}>
          <a className="link" href={`${list}/${draft.waiting._id}`}>
            {t('shift-handovers:open_waiting')}
          </a>
        </StateLine>
      ) : null}
      {draft ? <DraftHead draft={draft} /> : null}
      <BeganAt {...{ location, beganAt, beganProblem }} />
      {draft ? (
        <>
          <SheetParts sheet={draft.sheet} zone={draft.time_zone} />
          {draft.waiting ? null : (
            <OrderForm
              intent="hand_over"
              answered={answered}
              formKey={formKey}
              action={address}
              checkHref={`${list}?location=${location}`}
              backHref={`${resourcePaths.locations}/${location}`}
              submit={t('shift-handovers:hand_over')}
              effect={t('shift-handovers:effect.hand_over')}
              fields={[
                {
                  name: 'remarks',
                  label: t('shift-handovers:fields.remarks'),
                  help: t('shift-handovers:help.remarks'),
                  control: ({ name, typed, described }) => (
                    <TextArea {...described} name={name} rows={4} defaultValue={typed} maxLength={1_000} />
                  ),
                },
              ]}
            />
          )}
        </>
      ) : null}
    </>
  )
}

function DraftHead({ draft }: { draft: HandoverDraft }) {
  const { t } = useShell()
  return (
    <>
      <Facts items={useHead(draft)} />
      <p className="prose-width mb-2">{t('shift-handovers:span')}</p>
    </>
  )
}

/** Chosen before the sheet is signed, so that what is shown is what is signed. */
function BeganAt({ location, beganAt, beganProblem }: Pick<Shown, 'location' | 'beganAt' | 'beganProblem'>) {
  const { t } = useShell()
  const id = 'handover-began'
  const help = t('shift-handovers:help.began_at')
  const error = beganProblem ?? undefined
  return (
    <form method="get" action={`${list}/new`} className="form no-print mb-3">
      <input type="hidden" name="location" value={location} />
      <Field id={id} label={t('shift-handovers:fields.began_at')} help={help} error={error}>
        <Input
          {...describe({ id, help, error })}
          type="datetime-local"
          name="began_at"
          defaultValue={beganAt}
        />
      </Field>
      <div className="form-actions">
        <Button>{t('shift-handovers:draw_up')}</Button>
      </div>
    </form>
  )
}
