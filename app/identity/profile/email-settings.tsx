/** Which e-mails somebody wants. What an account needs is sent in any case. */
import { data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { emailSettings } from '../../../backend/identity/preferences/email-settings.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { intentIn } from '../../session/form.server'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { Check, FieldSet, FormActions } from '../../ui/field'
import { ownProfile, unsavedOf, type Unsaved } from './own.server'
import { cardOf, ProfileFrame, profilePath } from './profile-frame'

const PATH = profilePath('email-settings')
const WIRE = '/api/users/v1/email-settings'
const names = Object.keys(emailSettings.shape) as (keyof typeof emailSettings.shape)[]

export const loader = guarded('signed-in', async context => {
  const [own, settings] = await Promise.all([
    ownProfile(context),
    context.api.call('GET', WIRE, { schema: emailSettings }),
  ])
  return {
    title: context.t('console:crumbs.email-settings'),
    card: cardOf(own),
    isVerified: own.email_is_verified,
    settings,
  }
})

export const action = guarded('signed-in', async context => {
  const { form, api, t, toast } = context
  intentIn(form, ['save'])
  const body = Object.fromEntries(names.map(name => [name, form.get(name) === 'on']))
  try {
    await api.call('PUT', WIRE, { body, schema: emailSettings })
  } catch (error) {
    const { status, unsaved } = unsavedOf(context, error)
    return data<Unsaved>(unsaved, { status })
  }
  await toast('good', t('profile:saved'))
  return redirect(PATH, 303)
})

export default function EmailSettingsPage() {
  const { title, card, isVerified, settings } = useLoaded<typeof loader>()
  const refused = useActionData() as Unsaved | undefined
  const { t } = useShell()
  return (
    <ProfileFrame page="email-settings" title={title} card={card}>
      {refused?.failure && <Alert tone="bad">{refused.failure}</Alert>}
      {!isVerified && (
        <Alert tone="warn" className="mb-3">
          {t('profile:emails.unverified')}{' '}
          <a className="link" href={profilePath('personal-information')}>
            {t('profile:verify')}
          </a>
        </Alert>
      )}
      <form method="post" action={PATH} className="form">
        <FieldSet id="emails" label={t('profile:emails.title')} help={t('profile:emails.always')}>
          {names.map(name => (
            <Check
              key={name}
              name={name}
              value="on"
              defaultChecked={settings[name]}
              label={t(`profile:emails.${name}`)}
            />
          ))}
        </FieldSet>
        <FormActions>
          <Button tone="primary" name="intent" value="save">
            {t('profile:save')}
          </Button>
          <LinkButton href={profilePath('profile-overview')}>{t('profile:cancel')}</LinkButton>
        </FormActions>
      </form>
    </ProfileFrame>
  )
}
