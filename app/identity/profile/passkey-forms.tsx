/** The three forms of passkeys: ask for one, name it while the browser makes it, remove one. */
import type { z } from 'zod'
import type { makeOptions, Passkey } from '../../../backend/identity/auth/passkeys.contract'
import { useShell } from '../../console/shell-context'
import { Island } from '../../islands/island'
import { Button, LinkButton } from '../../ui/button'
import { describe, Field, FormActions, Input } from '../../ui/field'
import { CurrentPassword } from './current-password'

export type MakeOptions = z.output<typeof makeOptions>

export function AddPasskey({ path, problem }: { path: string; problem: string | undefined }) {
  const { t } = useShell()
  return (
    <form method="post" action={path} className="form" noValidate>
      <CurrentPassword id="start_password" problem={problem} />
      <FormActions>
        <Button tone="primary" name="intent" value="start">
          {t('profile:passkeys.begin')}
        </Button>
      </FormActions>
    </form>
  )
}

export function NamePasskey({
  path,
  options,
  problem,
}: {
  path: string
  options: MakeOptions
  problem: string | undefined
}) {
  const { t } = useShell()
  return (
    <form method="post" action={path} className="form">
      <input type="hidden" name="intent" value="confirm" />
      <input type="hidden" name="options" value={JSON.stringify(options)} />
      <input type="hidden" name="response" defaultValue="" />
      <Field
        id="name"
        label={t('profile:passkeys.name')}
        help={t('profile:passkeys.name_help')}
        error={problem}
      >
        <Input
          {...describe({ id: 'name', help: t('profile:passkeys.name_help'), error: problem })}
          name="name"
          type="text"
          required
          maxLength={60}
          autoComplete="off"
        />
      </Field>
      <Island
        name="passkey"
        props={{
          does: 'make',
          options,
          words: { failed: t('profile:passkeys.failed') },
        }}
      >
        <p>{t('profile:passkeys.needs_script')}</p>
      </Island>
      <FormActions>
        <Button tone="primary" disabled>
          {t('profile:passkeys.make')}
        </Button>
        <LinkButton href={path}>{t('profile:cancel')}</LinkButton>
      </FormActions>
    </form>
  )
}

export function RemovePasskey({
  path,
  passkeys,
  problem,
}: {
  path: string
  passkeys: readonly Passkey[]
  problem: string | undefined
}) {
  const { t } = useShell()
  return (
    <form method="post" action={path} className="form" noValidate>
      <Field id="id" label={t('profile:passkeys.which')}>
        <select id="id" name="id" className="select">
          {passkeys.map(one => (
            <option key={one._id} value={one._id}>
              {one.name}
            </option>
          ))}
        </select>
      </Field>
      <CurrentPassword id="remove_password" problem={problem} />
      <FormActions>
        <Button tone="danger" name="intent" value="remove">
          {t('profile:passkeys.remove')}
        </Button>
      </FormActions>
    </form>
  )
}
