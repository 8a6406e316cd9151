/** Name, phone and e-mail address; a token that was sent there shows that it is one's own. */
import { data, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import {
  avatarMark,
  CODE_WAIT_SECONDS,
  MAX_AVATAR_BYTES,
  profileForm,
} from '../../../backend/identity/profile/profile.contract'
import { ApiError } from '../../api/api-error'
import { useShell, useLoaded } from '../../console/shell-context'
import { intentIn } from '../../session/form.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Alert } from '../../ui/alert'
import { Button, LinkButton } from '../../ui/button'
import { describe, Field, FormActions, Input } from '../../ui/field'
import { Section } from '../../ui/page'
import type { Problems } from '../account/typed-password'
import { AVATAR_MEGABYTES, AvatarForm } from './avatar-form'
import { CurrentPassword } from './current-password'
import { ownProfile, unsavedOf, type Unsaved } from './own.server'
import { cardOf, ProfileFrame, profilePath } from './profile-frame'

const PATH = profilePath('personal-information')
const AVATAR = '/api/users/v1/avatar'
const names = ['full_name', 'job_title', 'phone_number', 'user_email'] as const
type Typed = Record<(typeof names)[number], string>

export const loader = guarded('signed-in', async context => {
  const own = await ownProfile(context)
  const sent = own.code_sent_at
  return {
    title: context.t('console:crumbs.personal-information'),
    card: cardOf(own),
    typed: typedOf(name => own[name] ?? ''),
    address: own.user_email,
    isVerified: own.email_is_verified,
    /** Until another token may be sent. */
    wait: sent === null ? 0 : Math.max(0, Math.ceil(sent / 1_000 + CODE_WAIT_SECONDS - Date.now() / 1_000)),
    isSent: sent !== null,
  }
})

const typedOf = (read: (name: (typeof names)[number]) => string): Typed =>
  Object.fromEntries(names.map(name => [name, read(name)])) as Typed

type Refused = Unsaved & { typed: Typed | null }

export const action = guarded(
  'signed-in',
  async context => {
    const { form, api, t, toast, user } = context
    const intent = intentIn(form, ['save', 'send', 'verify', 'avatar', 'no-avatar'])
    try {
      if (intent === 'send') {
        await api.call('POST', `/api/users/v1/send-verification-code/${user.user_id}`, {
          body: {},
          schema: z.unknown(),
        })
        await toast('good', t('profile:sent'))
      } else if (intent === 'avatar') {
        const file = form.get('avatar')
        if (!(file instanceof File) || file.size === 0)
          return refuse({ avatar: t('profile:avatar.none') }, null)
        if (file.size > MAX_AVATAR_BYTES) return refuse({ avatar: tooLarge(t) }, null)
        await api.call('PUT', AVATAR, { raw: new Uint8Array(await file.arrayBuffer()), schema: avatarMark })
        await renewed(context, t('profile:avatar.saved'))
      } else if (intent === 'no-avatar') {
        await api.call('DELETE', AVATAR, { schema: z.unknown() })
        await renewed(context, t('profile:avatar.removed'))
      } else if (intent === 'verify') {
        const Code = String(form.get('Code') ?? '').slice(0, 40)
        if (Code.trim() === '') return refuse({ Code: t('profile:problems.code') }, null)
        await api.call('POST', `/api/users/v1/verify-code/${user.user_id}`, {
          body: { Code },
          schema: z.unknown(),
        })
        await renewed(context, t('profile:verified_now'))
      } else {
        const typed = typedOf(name => String(form.get(name) ?? '').slice(0, 300))
        const current_password = String(form.get('current_password') ?? '').slice(0, 500)
        const read = profileForm.safeParse({ ...typed, current_password })
        if (!read.success) return refuse(problemsIn(context, typed, read.error), typed)
        await api.call('PUT', '/api/users/v1/profile', { body: read.data, schema: z.unknown() })
        await renewed(context, t('profile:saved'))
      }
      return redirect(PATH, 303)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'code_wait')
        return refuse({ user_email: t('profile:problems.wait') }, null)
      const { status, unsaved } = unsavedOf(context, error)
      const typed = intent === 'save' ? typedOf(name => String(form.get(name) ?? '').slice(0, 300)) : null
      return data<Refused>({ ...unsaved, typed }, { status })
    }
  },
  { maxBodyBytes: 2 * MAX_AVATAR_BYTES },
)

const tooLarge = (t: GuardedContext['t']) => t('profile:avatar.too_large', { megabytes: AVATAR_MEGABYTES })

const refuse = (problems: Problems, typed: Typed | null) =>
  data<Refused>({ problems, failure: null, typed }, { status: 422 })

/** The frame shows the name that the session remembers. */
async function renewed({ requestSession, toast }: GuardedContext, text: string): Promise<void> {
  await requestSession.renewIdentity().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
  await toast('good', text)
}

function problemsIn({ t }: GuardedContext, typed: Typed, error: z.ZodError): Problems {
  return Object.fromEntries(
    error.issues.map(({ path }) => {
      const name = path[0] as keyof Typed
      const kind = typed[name].trim() === '' ? 'required' : 'wrong'
      return [name, t([`profile:problems.${name}_${kind}`, 'profile:problems.wrong'])]
    }),
  )
}

export default function PersonalInformationPage() {
  const { title, card, ...own } = useLoaded<typeof loader>()
  const refused = useActionData() as Refused | undefined
  const { t } = useShell()
  const typed = refused?.typed ?? own.typed
  const problem = (name: string) => refused?.problems[name]
  const field = (name: keyof Typed, type: string, autoComplete: string) => (
    <Field id={name} label={t(`profile:fields.${name}`)} error={problem(name)}>
      <Input
        {...describe({ id: name, error: problem(name) })}
        name={name}
        type={type}
        defaultValue={typed[name]}
        autoComplete={autoComplete}
      />
    </Field>
  )
  return (
    <ProfileFrame page="personal-information" title={title} card={card}>
      {refused?.failure && <Alert tone="bad">{refused.failure}</Alert>}
      <form method="post" action={PATH} className="form" noValidate>
        {field('full_name', 'text', 'name')}
        {field('job_title', 'text', 'organization-title')}
        {field('phone_number', 'tel', 'tel')}
        {field('user_email', 'email', 'email')}
        <CurrentPassword onlyFor={t('profile:password_help')} problem={problem('current_password')} />
        <FormActions>
          <Button tone="primary" name="intent" value="save">
            {t('profile:save')}
          </Button>
          <LinkButton href={profilePath('profile-overview')}>{t('profile:cancel')}</LinkButton>
        </FormActions>
      </form>
      <AvatarForm action={PATH} picture={card.picture} problem={problem('avatar')} />
      <Verification {...own} problem={problem('Code')} />
    </ProfileFrame>
  )
}

interface VerificationProps {
  address: string | null
  isVerified: boolean
  isSent: boolean
  wait: number
  problem: string | undefined
}

/** The button is off while a token has just been sent: the page says for how long, and the backend holds to it. */
function Verification({ address, isVerified, isSent, wait, problem }: VerificationProps) {
  const { t, format } = useShell()
  if (isVerified)
    return (
      <Section title={t('profile:verify')}>
        <Alert tone="good">{t('profile:verified_is', { address: address ?? '' })}</Alert>
      </Section>
    )
  if (address === null)
    return (
      <Section title={t('profile:verify')}>
        <p>{t('profile:no_address')}</p>
      </Section>
    )
  return (
    <Section title={t('profile:verify')}>
      <p className="mb-3">{t('profile:verify_what', { address })}</p>
      <form method="post" action={PATH} className="form" noValidate>
        <FormActions>
          <Button name="intent" value="send" disabled={wait > 0}>
            {t('profile:send')}
          </Button>
          {wait > 0 && <span>{t('profile:wait', { time: format.duration(wait * 1_000) })}</span>}
        </FormActions>
      </form>
      {isSent && (
        <form method="post" action={PATH} className="form mt-3" noValidate>
          <Field id="Code" label={t('profile:fields.Code')} error={problem}>
            <Input
              {...describe({ id: 'Code', error: problem })}
              name="Code"
              type="text"
              maxLength={40}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </Field>
          <FormActions>
            <Button tone="primary" name="intent" value="verify">
              {t('profile:verify_button')}
            </Button>
          </FormActions>
        </form>
      )}
    </Section>
  )
}
