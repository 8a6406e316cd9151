/**
 * The picture on the page of personal information: a form of its own, since a refused form cannot give a file back
 * with what else was typed.
 */
import { AVATAR_SIZE, MAX_AVATAR_BYTES } from '../../../backend/identity/profile/profile.contract'
import { useShell } from '../../console/shell-context'
import { Avatar } from '../../console/avatar'
import { Button } from '../../ui/button'
import { describe, Field, FormActions } from '../../ui/field'
import { Section } from '../../ui/page'

export const AVATAR_MEGABYTES = MAX_AVATAR_BYTES / 1024 / 1024

interface AvatarFormProps {
  action: string
  picture: string | null
  problem: string | undefined
}

export function AvatarForm({ action, picture, problem }: AvatarFormProps) {
  const { t } = useShell()
  const help = t('profile:avatar.help', { megabytes: AVATAR_MEGABYTES, size: AVATAR_SIZE })
  return (
    <Section title={t('profile:avatar.title')}>
      <form method="post" action={action} encType="multipart/form-data" className="form" noValidate>
        {picture ? <Avatar picture={picture} size={96} /> : null}
        <Field id="avatar" label={t('profile:avatar.file')} help={help} error={problem}>
          <input
            type="file"
            name="avatar"
            accept=".png,.jpg,.jpeg,image/png,image/jpeg"
            className="file-input"
            {...describe({ id: 'avatar', help, error: problem })}
          />
        </Field>
        <FormActions>
          <Button tone="primary" name="intent" value="avatar" icon="upload">
            {t('profile:avatar.save')}
          </Button>
          {picture ? (
            <Button name="intent" value="no-avatar">
              {t('profile:avatar.remove')}
            </Button>
          ) : null}
        </FormActions>
      </form>
    </Section>
  )
}
