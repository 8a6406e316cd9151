/**
 * One's own passkeys, which a browser makes and which have names. The first one switches the second factor on, with
 * recovery codes.
 */
import { data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { makeOptions, startedPasskey, type Passkey } from '../../../backend/identity/auth/passkeys.contract'
import { recoveryCodes, secondFactorState } from '../../../backend/identity/auth/second-factor.contract'
import { useShell, useLoaded } from '../../console/shell-context'
import { readJson } from '../../session/form-json.server'
import { intentIn } from '../../session/form.server'
import { guarded } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Section } from '../../ui/page'
import { DataTable } from '../../ui/table'
import { ShowFactorFirst } from './current-password'
import { ownProfile, unsavedOf, type Unsaved } from './own.server'
import { AddPasskey, NamePasskey, RemovePasskey, type MakeOptions } from './passkey-forms'
import { cardOf, ProfileFrame, profilePath } from './profile-frame'
import { RecoveryCodes } from './recovery-codes'

const PATH = profilePath('passkeys')
const WIRE = '/api/users/v1'

export const loader = guarded('signed-in', async context => {
  const [own, state] = await Promise.all([
    ownProfile(context),
    context.api.call('GET', `${WIRE}/second-factor`, { schema: secondFactorState }),
  ])
  return { title: context.t('console:crumbs.passkeys'), card: cardOf(own), ...state }
})

interface Answered extends Unsaved {
  intent: string
  /** Options for making a passkey, for which a name is typed. */
  options: MakeOptions | null
  /** Shown in this answer alone. */
  codes: string[] | null
}
const nothing: Answered = { intent: '', problems: {}, failure: null, options: null, codes: null }

export const action = guarded('signed-in', async context => {
  const { form, api, t, toast, requestSession } = context
  const intent = intentIn(form, ['start', 'confirm', 'remove'])
  const options =
    intent === 'confirm' ? (makeOptions.safeParse(readJson(form.get('options'))).data ?? null) : null
  const field = intent === 'confirm' ? 'name' : 'current_password'
  const typed = String(form.get(field) ?? '').slice(0, 500)
  if (typed.trim() === '') {
    const empty = intent === 'confirm' ? 'auth:code.required' : 'account:problems.current_required'
    return data<Answered>({ ...nothing, intent, options, problems: { [field]: t(empty) } }, { status: 422 })
  }
  try {
    if (intent === 'start') {
      const started = await api.call('POST', `${WIRE}/passkey-start`, {
        body: { current_password: typed },
        schema: startedPasskey,
      })
      return data<Answered>({ ...nothing, intent: 'confirm', options: started.options })
    }
    if (intent === 'confirm') {
      const response = readJson(form.get('response'))
      // The form was sent without a script, so no key has answered.
      if (response === null)
        return data<Answered>({ ...nothing, failure: t('profile:passkeys.needs_script') }, { status: 422 })
      const made = await api.call('POST', `${WIRE}/passkey-confirm`, {
        body: { name: typed.slice(0, 60), response },
        schema: recoveryCodes,
      })
      await requestSession.renewIdentity()
      if (made.recovery_codes.length > 0) return data<Answered>({ ...nothing, codes: made.recovery_codes })
    } else {
      const body = { id: String(form.get('id')).slice(0, 24), current_password: typed }
      await api.call('POST', `${WIRE}/passkey-remove`, { body, schema: z.unknown() })
      // The last one takes the second factor along, which the tenant may ask for.
      await requestSession.renewIdentity()
    }
    await toast('good', t(intent === 'confirm' ? 'profile:passkeys.added' : 'profile:passkeys.removed'))
    return redirect(PATH, 303)
  } catch (error) {
    const { status, unsaved } = unsavedOf(context, error)
    const { name } = unsaved.problems
    // What was signed has been used: with any other fault of it one begins again.
    const refused = intent === 'confirm' && !name ? t('profile:passkeys.refused') : null
    return data<Answered>(
      {
        ...nothing,
        intent: refused ? 'start' : intent,
        options: refused ? null : options,
        problems: unsaved.problems,
        failure: unsaved.failure ?? refused,
      },
      { status },
    )
  }
})

export default function PasskeysPage() {
  const { title, card, app, proof_due, passkeys } = useLoaded<typeof loader>()
  const answered = (useActionData() as Answered | undefined) ?? nothing
  const { t } = useShell()
  const problem = (intent: string, name: string) =>
    answered.intent === intent ? answered.problems[name] : undefined
  return (
    <ProfileFrame page="passkeys" title={title} card={card}>
      {answered.failure && <Alert tone="bad">{answered.failure}</Alert>}
      <p className="mb-3">{t('profile:passkeys.what')}</p>
      {answered.codes ? (
        <RecoveryCodes codes={answered.codes} />
      ) : answered.options ? (
        <NamePasskey path={PATH} options={answered.options} problem={problem('confirm', 'name')} />
      ) : (
        <>
          <Keys passkeys={passkeys} />
          {proof_due ? (
            <ShowFactorFirst back={PATH} />
          ) : (
            <Change passkeys={passkeys} app={app} problem={problem} />
          )}
        </>
      )}
    </ProfileFrame>
  )
}

interface ChangeProps {
  passkeys: readonly Passkey[]
  app: boolean
  problem: (intent: string, name: string) => string | undefined
}

function Change({ passkeys, app, problem }: ChangeProps) {
  const { t } = useShell()
  return (
    <>
      <Section title={t('profile:passkeys.add')}>
        <AddPasskey path={PATH} problem={problem('start', 'current_password')} />
      </Section>
      {passkeys.length > 0 ? (
        <Section title={t('profile:passkeys.remove')}>
          {!app && passkeys.length === 1 ? <p className="mb-3">{t('profile:passkeys.last')}</p> : null}
          <RemovePasskey path={PATH} passkeys={passkeys} problem={problem('remove', 'current_password')} />
        </Section>
      ) : null}
    </>
  )
}

function Keys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t, format } = useShell()
  if (passkeys.length === 0) return <p className="mb-3">{t('profile:passkeys.none')}</p>
  return (
    <DataTable
      caption={t('console:crumbs.passkeys')}
      columns={[
        { key: 'name', label: t('profile:passkeys.name') },
        { key: 'created', label: t('profile:passkeys.created'), rank: 2 },
        { key: 'used', label: t('profile:passkeys.used'), rank: 3 },
      ]}
      rows={passkeys.map(one => ({
        key: one._id,
        cells: [
          one.name,
          format.dateTime(one.created_at),
          one.last_used_at === null ? t('profile:passkeys.never') : format.dateTime(one.last_used_at),
        ],
      }))}
    />
  )
}
