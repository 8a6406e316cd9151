/**
 * A second factor of one's own: an app's codes, switched on by a first one, recovery codes to keep, and the way to
 * passkeys.
 */
import { data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import {
  recoveryCodes,
  secondFactorState,
  startedFactor,
} from '../../../backend/identity/auth/second-factor.contract'
import { ApiError } from '../../api/api-error'
import { useShell, useLoaded } from '../../console/shell-context'
import { intentIn } from '../../session/form.server'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { describe, Field, FormActions, Input } from '../../ui/field'
import { Qr } from '../../ui/qr'
import { CurrentPassword, ShowFactorFirst } from './current-password'
import { ownProfile, unsavedOf, type Unsaved } from './own.server'
import { cardOf, ProfileFrame, profilePath } from './profile-frame'
import { RecoveryCodes } from './recovery-codes'

const PATH = profilePath('second-factor')
const WIRE = '/api/users/v1/second-factor'
const CODES_WIRE = '/api/users/v1/recovery-codes'
/** With so few left it is time for others. */
const FEW_CODES = 2

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
  /** The form needs a first code. */
  confirms: boolean
  /** Shown in this answer alone. */
  codes: string[] | null
}

const nothing: Answered = { problems: {}, failure: null, started: null, confirms: false, codes: null }

export const action = guarded('signed-in', async context => {
  const { form, api, t, toast, requestSession } = context
  const intent = intentIn(form, ['confirm', 'start', 'codes', 'end'])
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
      await requestSession.renewIdentity()
      if (made.recovery_codes.length > 0) return data<Answered>({ ...nothing, codes: made.recovery_codes })
      await toast('good', t('profile:factor.app_on'))
      return redirect(PATH, 303)
    }
    const body = { current_password: typed }
    if (intent === 'start') {
      const started = await api.call('POST', `${WIRE}-start`, { body, schema: startedFactor })
      return data<Answered>({ ...nothing, started, confirms: true })
    }
    if (intent === 'codes') {
      const made = await api.call('POST', CODES_WIRE, { body, schema: recoveryCodes })
      return data<Answered>({ ...nothing, codes: made.recovery_codes })
    }
    await api.call('POST', `${WIRE}-end`, { body, schema: z.unknown() })
    await requestSession.renewIdentity()
    await toast('good', t('profile:factor.ended'))
    return redirect(PATH, 303)
  } catch (error) {
    // Switched on or off in another window: the page says so.
    if (error instanceof ApiError && error.status === 409) return redirect(PATH, 303)
    const { status, unsaved } = unsavedOf(context, error)
    return data<Answered>({ ...nothing, ...unsaved, confirms }, { status })
  }
})

export default function SecondFactorPage() {
  const { title, card, since, isDue, app, proof_due, passkeys, ...state } = useLoaded<typeof loader>()
  const left = state.recovery_left
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
          {since !== null && left <= FEW_CODES ? (
            <Alert tone="warn" className="mb-3">
              <p>{t('profile:factor.few_codes')}</p>
            </Alert>
          ) : null}
          {since !== null && passkeys.length > 0 ? (
            <p className="mb-3">{t(app ? 'profile:factor.both' : 'profile:factor.by_passkey')}</p>
          ) : null}
          {proof_due ? (
            <ShowFactorFirst back={PATH} />
          ) : (
            <PasswordForm does={doable(since, app)} problem={answered.problems.current_password} />
          )}
          {since === null ? (
            <p className="mt-4">
              <a className="link" href={profilePath('passkeys')}>
                {t('profile:factor.or_passkey')}
              </a>
            </p>
          ) : null}
        </>
      )}
    </ProfileFrame>
  )
}

type Deed = 'start' | 'codes' | 'end'
/** The first is what the enter key does: nothing that takes something away. */
const doable = (since: number | null, app: boolean): Deed[] =>
  since === null ? ['start'] : app ? ['codes', 'end'] : ['codes', 'start', 'end']
const tones = { start: 'primary', codes: 'neutral', end: 'danger' } as const

function PasswordForm({ does, problem }: { does: readonly Deed[]; problem: string | undefined }) {
  const { t } = useShell()
  return (
    <form method="post" action={PATH} className="form" noValidate>
      <CurrentPassword problem={problem} />
      <FormActions>
        {does.map(deed => (
          <Button key={deed} tone={tones[deed]} name="intent" value={deed}>
            {t(
              deed === 'start' && does.length > 1
                ? 'profile:factor.add_app'
                : deed === 'codes'
                  ? 'profile:factor.renew'
                  : `profile:factor.${deed}`,
            )}
          </Button>
        ))}
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
