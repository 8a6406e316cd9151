/**
 * Which notifications one wants, how, and when not: for everywhere, or for one location. It shows the text of each
 * kind.
 */
import { data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { locationsContract } from '../../../backend/estate/locations/locations.contract'
import { subscriptions, type Wishes } from '../../../backend/workflow/notifications/subscriptions.contract'
import { pushAnswer } from '../../../backend/workflow/webhooks/push.contract'
import { useShell, useLoaded, type Loaded } from '../../console/shell-context'
import { failureOf, type Failure } from '../../engine/data/failure.server'
import { FailureNote } from '../../engine/components/failure-note'
import { firstByName } from '../../engine/data/first-by-name.server'
import { sentIn } from '../../engine/form/form-page.server'
import { isId, notFound } from '../../engine/data/resource-at.server'
import { demandKeyed } from '../../session/form.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { ErrorSummary, Field, FormActions, Select } from '../../ui/field'
import { PageHeader } from '../../ui/page'
import { choicesIn, quietIn, wishesIn, type QuietField } from './subscription-form'
import { PushSection } from './push-section'
import { SubscriptionTable } from './subscription-table'
import { WishFields } from './wish-fields'

export const PATH = '/notifications/subscriptions'
const WIRE = '/api/notifications/v1/user-subscriptions'
/** More are reached from their own pages' addresses. */
const MOST_LOCATIONS = 200

export const loader = guarded('signed-in', async context => {
  const { api, t, url, can, user } = context
  const scope = scopeIn(url)
  const [own, locations, push] = await Promise.all([
    api.call('GET', `${WIRE}${scope ? `?location=${scope}` : ''}`, { schema: subscriptions }),
    can('location::list') ? locationsOf(context) : [],
    // Of a person, not of a location.
    scope ? null : api.call('GET', '/api/notifications/v1/push', { schema: pushAnswer }),
  ])
  return {
    ...own,
    title: own.location ? t('subscriptions:title_at', { name: own.location.name }) : t('subscriptions:title'),
    key: crypto.randomUUID(),
    pushKey: crypto.randomUUID(),
    locations,
    push,
    mayWrite: can('notification_template::update'),
    // E-mail reaches nobody whose address is not verified.
    isVerified: user.user_profile?.email_is_verified === true,
  }
})

/**
 * An address that names no location is nobody's: the choices for everywhere. Throws 404 for what is no location: its
 * choices must not become those.
 */
const scopeIn = (url: URL): string | null => {
  const scope = url.searchParams.get('location') ?? ''
  if (scope !== '' && !isId(scope)) throw notFound()
  return scope || null
}

const locationsOf = async ({ api }: GuardedContext) =>
  (await firstByName(api, locationsContract, MOST_LOCATIONS)).rows.map(({ _id, name }) => ({ _id, name }))

/** What a refused form keeps. */
interface Sent {
  subscriptions: ReturnType<typeof choicesIn>
  wishes?: Wishes
  quiet?: Record<QuietField, string>
}

export const action = guarded('signed-in', async ({ api, form, url, t, toast }) => {
  demandKeyed(form)
  const scope = scopeIn(url)
  const here = scope ? `${PATH}?location=${scope}` : PATH
  const { typed, wrong } = quietIn(form)
  const sent: Sent = {
    subscriptions: choicesIn(form, scope !== null),
    ...(scope === null && { wishes: wishesIn(form), quiet: typed }),
  }
  if (scope === null && wrong.length > 0) return data({ sent, wrong }, { status: 422 })
  try {
    await api.call('POST', `${WIRE}/set`, {
      body: {
        location: scope,
        subscriptions: sent.subscriptions,
        ...(sent.wishes && { wishes: sent.wishes }),
      },
      schema: z.unknown(),
      idempotencyKey: sentIn(form).key,
    })
  } catch (error) {
    const failure = failureOf(error)
    return data({ failure, sent }, { status: failure.status })
  }
  await toast('good', t('subscriptions:saved'))
  return redirect(here, 303)
})

export default function SubscriptionsPage() {
  const {
    title,
    key,
    pushKey,
    location,
    wishes,
    with_own,
    locations,
    push,
    mayWrite,
    isVerified,
    ...loaded
  } = useLoaded<typeof loader>()
  const refused = useActionData() as { failure?: Failure; wrong?: QuietField[]; sent: Sent } | undefined
  const { t } = useShell()
  const here = location ? `${PATH}?location=${location._id}` : PATH
  return (
    <>
      <PageHeader title={title} />
      <p className="prose-width mb-3">
        {t(location ? 'subscriptions:about_at' : 'subscriptions:about')}
        {location ? (
          <>
            {' '}
            <a className="link" href={PATH}>
              {t('subscriptions:everywhere')}
            </a>
          </>
        ) : null}
      </p>
      {refused?.failure ? <FailureNote method="POST" failure={refused.failure} retry={here} /> : null}
      {refused?.wrong ? (
        <ErrorSummary
          title={t('engine:form.problems', { count: refused.wrong.length })}
          errors={refused.wrong.map(id => ({
            id,
            text: `${t(`subscriptions:quiet.${id}`)}: ${t('subscriptions:quiet.both')}`,
          }))}
        />
      ) : null}
      {isVerified ? null : (
        <Alert tone="warn" className="mb-3">
          {t('profile:emails.unverified')}{' '}
          <a className="link" href="/user-profile/personal-information">
            {t('profile:verify')}
          </a>
        </Alert>
      )}
      <PlacePicker here={location?._id ?? ''} locations={locations} own={with_own} />
      <form method="post" action={here}>
        <input type="hidden" name="idempotency_key" value={key} />
        <SubscriptionTable
          title={title}
          rows={loaded.subscriptions.map(row => ({
            ...row,
            ...refused?.sent.subscriptions.find(({ template }) => template === row.template),
          }))}
          nearer={location !== null}
          mayWrite={mayWrite}
        />
        {location ? null : (
          <WishFields
            wishes={refused?.sent.wishes ?? wishes}
            typed={refused?.sent.quiet}
            wrong={refused?.wrong}
          />
        )}
        <FormActions>
          <Button tone="primary">{t('subscriptions:save')}</Button>
        </FormActions>
      </form>
      {push ? <PushSection push={push} once={pushKey} /> : null}
    </>
  )
}

function PlacePicker({
  here,
  locations,
  own,
}: {
  here: string
  locations: Loaded<typeof loader>['locations']
  own: Loaded<typeof loader>['with_own']
}) {
  const { t, format } = useShell()
  if (locations.length === 0) return null
  return (
    <>
      <form method="get" action={PATH} className="mb-3 flex flex-wrap items-end gap-2 no-print">
        <Field id="location" label={t('subscriptions:place')}>
          <Select
            id="location"
            name="location"
            defaultValue={here}
            blank={t('subscriptions:everywhere')}
            options={locations.map(({ _id, name }) => ({ value: _id, label: name }))}
          />
        </Field>
        <Button>{t('subscriptions:show')}</Button>
      </form>
      {own.length > 0 ? (
        <p className="mb-3">
          {t('subscriptions:own_places', { names: format.list(own.map(({ name }) => name)) })}
        </p>
      ) : null}
    </>
  )
}
