/** What the forms of a comment share. */
import { MOST_LETTERS } from '../../../backend/operations/comments/comments.contract'
import type { OrderField } from '../../engine/form/order-form'
import type { Translate } from '../../i18n/locales'
import { TextArea } from '../../ui/field'

/** `stands`: what is changed. */
export const textField = (t: Translate, stands = ''): OrderField => ({
  name: 'text',
  label: t('comments:text'),
  help: t('comments:text_help'),
  control: ({ name, typed, problems, described }) => (
    <TextArea
      {...described}
      name={name}
      rows={5}
      required
      maxLength={MOST_LETTERS}
      defaultValue={typed || (problems ? '' : stands)}
    />
  ),
})

/** What the next page says of a comment that was written: who was mentioned and is not notified. */
export const writtenWords = (t: Translate, names: readonly string[]) =>
  names.length === 0
    ? { message: t('comments:written') }
    : {
        tone: 'warn' as const,
        message: t('comments:not_notified', { names: names.map(name => `@${name}`).join(', ') }),
      }
