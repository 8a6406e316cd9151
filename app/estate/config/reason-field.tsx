/** The reason field appears wherever settings that money depends on may change. */
import type { ConfigKind } from '../../../backend/platform/layered-settings/config.contract'
import type { FieldProblem } from '../../../backend/platform/contract/problem'
import { useShell } from '../../console/shell-context'
import { problemText } from '../../engine/render/labels'
import { describe, Field, Input } from '../../ui/field'
import { settingName } from './setting-text'
import { reasonedAt } from './typed-settings'

/** `always`: it is known already that such a setting changes. */
export function ReasonField({
  kind,
  typed,
  problems,
  always = false,
}: {
  kind: ConfigKind
  typed: string
  problems: readonly FieldProblem[]
  always?: boolean
}) {
  const { t, format } = useShell()
  const settings = reasonedAt(kind)
  if (settings.length === 0) return null
  const fields = format.list(settings.map(({ key }) => settingName(t, kind, key)))
  // The detector's list would be the page once more.
  const help = always
    ? t('config:reason.always')
    : kind === 'fraud'
      ? t('fraud:reason_help')
      : t('engine:form.reason_help', { fields })
  const error = problems.map(problem => problemText(t, problem)).join(' ') || undefined
  return (
    <Field id="reason" label={t('engine:form.reason')} help={help} error={error}>
      <Input
        type="text"
        name="reason"
        required={always}
        minLength={3}
        maxLength={200}
        defaultValue={typed}
        {...describe({ id: 'reason', help: true, error })}
      />
    </Field>
  )
}
