/**
 * Why gaps are accepted: one of the usual reasons by a press, words of one's own, or both. What is stored is the words
 * themselves.
 */
import { useShell } from '../../console/shell-context'
import type { Translate } from '../../i18n/locales'
import { TextArea } from '../../ui/field'
import type { OrderField } from '../../engine/form/order-form'

const usual = ['outage', 'offline', 'service', 'repair', 'counted', 'installation'] as const
const CHOSEN = 'reason.usual'

/** Ticked: days are sealed up to the first gap, and none is accepted. */
export const NOTHING = 'none'

export const reasonFields = ['reason', CHOSEN] as const

/** `own`: the tenant's, in place of these. */
export const acceptReason = (
  t: Translate,
  chosen: string | undefined,
  own: readonly string[],
): OrderField => ({
  name: 'reason',
  label: t('engine:form.reason'),
  group: true,
  control: ({ id, name, typed, described }) => (
    <>
      <Usual chosen={chosen} words={own.length > 0 ? own : usual.map(one => t(`fiscal:reasons.${one}`))} />
      <label htmlFor={`${id}-own`}>{t('engine:reasons.own')}</label>
      {/* Required is the reason, not this field: a press on one of the usual ones is enough. */}
      <TextArea
        id={`${id}-own`}
        aria-invalid={described['aria-invalid']}
        name={name}
        rows={2}
        defaultValue={typed}
        maxLength={200}
      />
    </>
  ),
})

function Usual({ chosen, words }: { chosen: string | undefined; words: readonly string[] }) {
  const { t } = useShell()
  return (
    <div className="choices" role="radiogroup" aria-label={t('engine:reasons.usual')}>
      {words.map(one => (
        <label key={one}>
          <input type="radio" name={CHOSEN} value={one} defaultChecked={one === chosen} className="radio" />
          {one}
        </label>
      ))}
    </div>
  )
}

export const reasonIn = (form: FormData): string =>
  reasonFields
    .toReversed()
    .flatMap(name => {
      const value = form.get(name)
      return typeof value === 'string' && value.trim() !== '' ? [value.trim().replaceAll(/\s+/g, ' ')] : []
    })
    .join(': ')
