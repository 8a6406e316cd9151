/** A new password of one's own: all other sessions end. */
import { data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { useShell, useLoaded } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { Field, FormActions, Input } from '../../ui/field'
import { NewPasswordFields, passwordProblems } from '../account/typed-password'
import { CurrentPassword } from './current-password'
import { ownProfile, unsavedOf, type Unsaved } from './own.server'
import { cardOf, ProfileFrame, profilePath } from './profile-frame'

const PATH = profilePath('change-password')

export const loader = guarded('signed-in', async context => {
  const own = await ownProfile(context)
  return {
    title: context.t('console:crumbs.change-password'),
    card: cardOf(own),
    username: own.username,
    changedAt: own.password_changed_at,
    least: own.password_min_length,
    hasChanged: context.url.searchParams.has('changed'),
  }
})

export const action = guarded('signed-in', async context => {
  const { form, api, t } = context
  const [current, password, again] = ['current_password', 'password', 'password_again'].map(name =>
    String(form.get(name) ?? ''),
  ) as [string, string, string]
  const problems = {
    ...(current === '' && { current_password: t('account:problems.current_required') }),
    ...passwordProblems(t, password, again),
  }
  if (Object.keys(problems).length > 0) return data<Unsaved>({ problems, failure: null }, { status: 422 })
  try {
    await api.call('POST', '/api/users/v1/change-password', {
      body: { current_password: current.slice(0, 500), password },
      schema: z.unknown(),
    })
  } catch (error) {
    const { status, unsaved } = unsavedOf(context, error)
    return data<Unsaved>(unsaved, { status })
  }
  return redirect(`${PATH}?changed`, 303)
})

export default function ChangePasswordPage() {
  const { title, card, username, changedAt, least, hasChanged } = useLoaded<typeof loader>()
  const refused = useActionData() as Unsaved | undefined
  const { t, format } = useShell()
  return (
    <ProfileFrame page="change-password" title={title} card={card}>
      {hasChanged && !refused && (
        <Alert tone="good" title={t('account:change.done')} className="mb-3">
          <p>{t('account:change.expiry')}</p>
          <p>
            <a className="link" href={PATH}>
              {t('account:change.dismiss')}
            </a>
          </p>
        </Alert>
      )}
      {refused?.failure && <Alert tone="bad">{refused.failure}</Alert>}
      <p className="mb-3">{t('account:change.what', { time: format.dateTime(changedAt) })}</p>
      <form method="post" action={PATH} className="form" noValidate>
        <Field id="username" label={t('auth:username')}>
          {/* Shown, and read by password managers. */}
          <Input id="username" type="text" value={username} readOnly autoComplete="username" />
        </Field>
        <CurrentPassword problem={refused?.problems.current_password} />
        <p>
          <a className="link" href="/auth/forgot-password">
            {t('auth:forgot')}
          </a>
        </p>
        <NewPasswordFields problems={refused?.problems} least={least} />
        <FormActions>
          <Button tone="primary">{t('account:change.button')}</Button>
          <LinkButton href={profilePath('profile-overview')}>{t('profile:cancel')}</LinkButton>
        </FormActions>
      </form>
    </ProfileFrame>
  )
}
