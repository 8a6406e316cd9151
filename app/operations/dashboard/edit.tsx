/** Which widgets stand on one's dashboard: one form a widget, so that each button works without a script. */
import { redirect } from '@remix-run/node'
import { reference, type Reference } from '../../../backend/platform/contract/primitives'
import {
  dashboardChoice,
  dashboardPaths,
  dashboardRule,
  MOST_WIDGETS,
  periods,
  sizes,
  widgetRules,
  type DashboardChoice,
  type Widget,
  type WidgetKind,
} from '../../../backend/operations/dashboard/dashboard.contract'
import { ApiError } from '../../api/api-error'
import { useShell, useLoaded } from '../../console/shell-context'
import { firstByName } from '../../engine/data/first-by-name.server'
import { resources } from '../../engine/definition/registry'
import { intentIn } from '../../session/form.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Button, LinkButton } from '../../ui/button'
import { Field, Select } from '../../ui/field'
import { EmptyState, PageHeader, Section } from '../../ui/page'
import { edit, edited } from './edits'

const EDIT = '/dashboard/edit'
/**
 * More than a control can offer usefully: who has more locations chooses among the first by name, or keeps what is
 * chosen.
 */
const MOST_LOCATIONS = 500

export const loader = guarded(dashboardRule, async ctx => {
  const [choice, locations] = await Promise.all([choiceOf(ctx), locationsOf(ctx)])
  return { title: ctx.t('dashboard:edit'), choice, locations }
})

const choiceOf = ({ api }: Pick<GuardedContext, 'api'>): Promise<DashboardChoice> =>
  api.call('GET', dashboardPaths.settings, { schema: dashboardChoice })

async function locationsOf({ api, can }: Pick<GuardedContext, 'api' | 'can'>): Promise<Reference[]> {
  if (!can('location::list')) return []
  const { rows } = await firstByName(api, resources.locations.contract, MOST_LOCATIONS, ['_id', 'name'])
  return rows.flatMap(row => reference.safeParse(row).data ?? [])
}

export const action = guarded(dashboardRule, async ctx => {
  const { form, api, toast, t } = ctx
  intentIn(form, ['up', 'down', 'remove', 'save', 'add', 'reset'])
  const read = edit.safeParse(Object.fromEntries(form))
  const back = (at: string | null) => redirect(at === null ? EDIT : `${EDIT}#w-${at}`, 303)
  if (!read.success) {
    await toast('bad', t('dashboard:wrong'))
    return back(null)
  }
  const { standing } = await choiceOf(ctx)
  const before = standing.map(({ allowed: _allowed, ...widget }): Widget => widget)
  const after = edited(before, read.data)
  if ('refused' in after) {
    await toast('bad', t(`dashboard:${after.refused}`, { limit: MOST_WIDGETS }))
    return back(null)
  }
  try {
    await api.call('PUT', dashboardPaths.settings, {
      body: { widgets: after.widgets },
      schema: dashboardChoice,
    })
  } catch (error) {
    // A kind or a location that is not theirs to see, or is none any more.
    if (!(error instanceof ApiError) || error.status !== 422) throw error
    await toast('bad', t('dashboard:wrong'))
    return back(null)
  }
  const { intent } = read.data
  if (intent !== 'up' && intent !== 'down') await toast('good', t(`dashboard:done.${intent}`))
  return back(after.at)
})

export default function EditDashboard() {
  const { title, choice, locations } = useLoaded<typeof loader>()
  const { t } = useShell()
  const { standing, widgets, allowed } = choice
  return (
    <>
      <PageHeader
        title={title}
        commands={
          <>
            <Button disabled type="button">
              {t('dashboard:editing')}
            </Button>
            <LinkButton href="/dashboard" tone="primary">
              {t('dashboard:done_editing')}
            </LinkButton>
          </>
        }
      />
      <p className="soft">{t(widgets === null ? 'dashboard:is_default' : 'dashboard:is_own')}</p>
      {standing.length === 0 ? (
        <EmptyState title={t('dashboard:none')}>{t('dashboard:none_edit')}</EmptyState>
      ) : (
        <ol className="widget-list">
          {standing.map((widget, index) => (
            <WidgetForm
              key={widget.key}
              widget={widget}
              locations={locations}
              isFirst={index === 0}
              isLast={index === standing.length - 1}
            />
          ))}
        </ol>
      )}
      <AddForm kinds={allowed} isFull={standing.length >= MOST_WIDGETS} />
      {widgets === null ? null : (
        <Section title={t('dashboard:reset_title')}>
          <form method="post" action={EDIT} className="widget-form">
            <p className="soft">{t('dashboard:reset_what')}</p>
            <Button name="intent" value="reset">
              {t('dashboard:reset')}
            </Button>
          </form>
        </Section>
      )}
    </>
  )
}

function WidgetForm({
  widget: { key, kind, size, location, days, allowed },
  locations,
  isFirst,
  isLast,
}: {
  widget: DashboardChoice['standing'][number]
  locations: readonly Reference[]
  isFirst: boolean
  isLast: boolean
}) {
  const { t } = useShell()
  const name = t(`dashboard:kinds.${kind}`)
  const { hasLocation, hasDays } = widgetRules[kind]
  const press = (intent: 'up' | 'down' | 'remove' | 'save') => ({
    name: 'intent',
    value: intent,
    'aria-label': t(`dashboard:press.${intent}`, { name }),
  })
  return (
    <li id={`w-${key}`}>
      <h2>{name}</h2>
      <form method="post" action={EDIT} className="widget-form">
        <input type="hidden" name="key" value={key} />
        {allowed ? (
          <>
            <Field id={`${key}-size`} label={t('dashboard:size')}>
              <Select
                id={`${key}-size`}
                name="size"
                defaultValue={String(size)}
                options={sizes.map(columns => ({
                  value: String(columns),
                  label: t('dashboard:columns', { count: columns }),
                }))}
              />
            </Field>
            {hasLocation && locations.length > 0 ? (
              <Field id={`${key}-location`} label={t('dashboard:location')}>
                <Select
                  id={`${key}-location`}
                  name="location"
                  blank={t('dashboard:everywhere')}
                  defaultValue={location ?? ''}
                  options={optionsWith(locations, location, t('dashboard:lost_location'))}
                />
              </Field>
            ) : null}
            {hasDays ? (
              <Field id={`${key}-days`} label={t('dashboard:period')}>
                <Select
                  id={`${key}-days`}
                  name="days"
                  defaultValue={String(days)}
                  options={periods.map(length => ({
                    value: String(length),
                    label: t('dashboard:days', { count: length }),
                  }))}
                />
              </Field>
            ) : null}
            <Button {...press('save')}>{t('dashboard:save')}</Button>
          </>
        ) : (
          <p className="soft">{t('dashboard:not_allowed')}</p>
        )}
        <Button {...press('up')} disabled={isFirst}>
          {t('dashboard:up')}
        </Button>
        <Button {...press('down')} disabled={isLast}>
          {t('dashboard:down')}
        </Button>
        <Button {...press('remove')} tone="danger">
          {t('dashboard:remove')}
        </Button>
      </form>
    </li>
  )
}

/**
 * The present choice is always among the options, also when it is archived or beyond the first by name: saving the
 * size alone must not change it.
 */
const optionsWith = (locations: readonly Reference[], chosen: string | null, lost: string) => [
  ...locations.map(({ _id, name }) => ({ value: _id, label: name })),
  ...(chosen !== null && !locations.some(({ _id }) => _id === chosen)
    ? [{ value: chosen, label: lost }]
    : []),
]

function AddForm({ kinds, isFull }: { kinds: readonly WidgetKind[]; isFull: boolean }) {
  const { t } = useShell()
  return (
    <Section title={t('dashboard:add_title')}>
      {isFull ? (
        <p>{t('dashboard:too_many', { limit: MOST_WIDGETS })}</p>
      ) : (
        <form method="post" action={EDIT} className="widget-form">
          <Field id="kind" label={t('dashboard:widget')}>
            <Select
              id="kind"
              name="kind"
              options={kinds.map(kind => ({ value: kind, label: t(`dashboard:kinds.${kind}`) }))}
            />
          </Field>
          <Button name="intent" value="add" icon="plus">
            {t('dashboard:add')}
          </Button>
        </form>
      )}
      {kinds.length < Object.keys(widgetRules).length ? (
        <p className="soft">{t('dashboard:kinds_left_out')}</p>
      ) : null}
    </Section>
  )
}
