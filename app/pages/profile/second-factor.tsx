/** A second factor of one's own: an app's codes, switched on by a first one, and recovery codes to keep. */
import { data, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { recoveryCodes, secondFactorState, startedFactor } from '../../../backend/auth/second-factor.contract'
import { ApiError } from '../../api/api-error'
import { useShell } from '../../console/shell-context'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { describe, Field, FormActions, Input } from '../../ui/field'
import { Qr } from '../../ui/qr'
import { ownProfile, unsavedOf, type Unsaved } from './own.server'
import { cardOf, ProfileFrame, profilePath } from './profile-frame'

const PATH = profilePath('second-factor')
const WIRE = '/api/users/v1/second-factor'

export const loader = guarded('signed-in', async context => {
  const [own, state] = await Promise.all([
    ownProfile(context),
    context.api.call('GET', WIRE, { schema: secondFactorState }),
  ])
  return {
    title: context.t('console:crumbs.second-factor'),
    card: cardOf(own),
    isDue: context.user.second_factor_due === true,
    ...state,
  }
})

interface Answered extends Unsaved {
  /** A key for the app: shown in this answer alone. */
  started: z.output<typeof startedFactor> | null
  /** A first code is asked for. */
  confirms: boolean
  /** Shown in this answer alone. */
  codes: string[] | null
}

const nothing: Answered = { problems: {}, failure: null, started: null, confirms: false, codes: null }

export const action = guarded('signed-in', async context => {
  const { form, api, t, toast, visit } = context
  const intent = String(form.get('intent'))
  const confirms = intent === 'confirm'
  const [name, empty] = confirms
    ? (['code', 'auth:code.required'] as const)
    : (['current_password', 'account:problems.current_required'] as const)
  const typed = String(form.get(name) ?? '').slice(0, 500)
  if (typed.trim() === '')
    return data<Answered>({ ...nothing, confirms, problems: { [name]: t(empty) } }, { status: 422 })
  try {
    if (confirms) {
      const body = { code: typed.slice(0, 40) }
      const made = await api.call('POST', `${WIRE}-confirm`, { body, schema: recoveryCodes })
      await visit.renewIdentity()
      return data<Answered>({ ...nothing, codes: made.recovery_codes })
    }
    const body = { current_password: typed }
    if (intent === 'start') {
      const started = await api.call('POST', `${WIRE}-start`, { body, schema: startedFactor })
      return data<Answered>({ ...nothing, started, confirms: true })
    }
    await api.call('POST', `${WIRE}-end`, { body, schema: z.unknown() })
    await visit.renewIdentity()
    await toast('good', t('profile:factor.ended'))
    return redirect(PATH, 303)
  } catch (error) {
    // Switched on in another window: the page says so.
    if (error instanceof ApiError && error.code === 'second_factor_set') return redirect(PATH, 303)
    const { status, unsaved } = unsavedOf(context, error)
    return data<Answered>({ ...nothing, ...unsaved, confirms }, { status })
  }
})

export default function SecondFactorPage() {
  const { title, card, since, isDue, recovery_left: left } = useLoaderData<typeof loader>()
  const answered = (useActionData() as Answered | undefined) ?? nothing
  const { t, format } = useShell()
  return (
    <ProfileFrame page="second-factor" title={title} card={card}>
      {answered.failure && <Alert tone="bad">{answered.failure}</Alert>}
      {answered.codes ? (
        <RecoveryCodes codes={answered.codes} />
      ) : answered.confirms ? (
        <Confirm started={answered.started} problem={answered.problems.code} />
      ) : (
        <>
          {isDue && since === null ? (
            <Alert tone="warn" title={t('profile:factor.due')} className="mb-3">
              <p>{t('profile:factor.due_what')}</p>
            </Alert>
          ) : null}
          <p className="mb-3">
            {since === null
              ? t('profile:factor.what')
              : t('profile:factor.since', { time: format.dateTime(since), left: format.number(left) })}
          </p>
          <PasswordForm isOn={since !== null} problem={answered.problems.current_password} />
        </>
      )}
    </ProfileFrame>
  )
}

function PasswordForm({ isOn, problem }: { isOn: boolean; problem: string | undefined }) {
  const { t } = useShell()
  return (
    <form method="post" action={PATH} className="form" noValidate>
      <Field id="current_password" label={t('account:fields.current_password')} error={problem}>
        <Input
          {...describe({ id: 'current_password', error: problem })}
          name="current_password"
          type="password"
          required
          maxLength={500}
          autoComplete="current-password"
        />
      </Field>
      <FormActions>
        <Button tone={isOn ? 'danger' : 'primary'} name="intent" value={isOn ? 'end' : 'start'}>
          {t(isOn ? 'profile:factor.end' : 'profile:factor.start')}
        </Button>
      </FormActions>
    </form>
  )
}

function Confirm({ started, problem }: { started: Answered['started']; problem: string | undefined }) {
  const { t } = useShell()
  return (
    <>
      {started ? (
        <>
          <p className="mb-3">{t('profile:factor.scan')}</p>
          <Qr text={started.uri} label={t('profile:factor.scan')} />
          <p className="my-3">
            {t('profile:factor.by_hand')}{' '}
            <span className="select-all break-all font-mono">{started.secret}</span>
          </p>
        </>
      ) : (
        <p className="mb-3">{t('profile:factor.another')}</p>
      )}
      <form method="post" action={PATH} className="form" noValidate>
        <Field id="code" label={t('auth:code.label')} error={problem}>
          <Input
            {...describe({ id: 'code', error: problem })}
            name="code"
            type="text"
            inputMode="numeric"
            required
            maxLength={40}
            autoComplete="one-time-code"
          />
        </Field>
        <FormActions>
          <Button tone="primary" name="intent" value="confirm">
            {t('profile:factor.confirm')}
          </Button>
          <LinkButton href={PATH}>{t('profile:cancel')}</LinkButton>
        </FormActions>
      </form>
    </>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useShell()
  return (
    <>
      <Alert tone="warn" title={t('profile:factor.on')} className="mb-3">
        <p>{t('profile:factor.keep')}</p>
      </Alert>
      <ul className="mb-3 grid grid-cols-2 gap-1 font-mono" aria-label={t('profile:factor.codes')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <LinkButton href="/access" tone="primary">
        {t('profile:factor.kept')}
      </LinkButton>
    </>
  )
}
