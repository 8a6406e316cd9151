import { inputControl } from './control'
import type { Field } from './field'
import { text } from './text'

/**
 * What most reasons are: one tap each. Their words are `engine:reasons.*` unless the tenant has reasons of its own, and
 * what is stored is the word itself.
 */
const usual = {
  lock: ['closing', 'cash_count', 'inspection', 'repair', 'complaint', 'power'],
  unlock: ['opening', 'counted', 'inspected', 'repaired', 'settled', 'powered'],
} as const

/** Why somebody does something: one of the usual reasons of that order by a press, words of one's own, or both. */
export const reasonText = (order: keyof typeof usual): Field<string> => ({
  ...text(),
  kind: 'reason',
  usualReasons: order,
  input: ({ options, ...props }, { t }) => {
    const own = options?.list.map(({ label }) => label) ?? []
    const words = own.length > 0 ? own : usual[order].map(one => t(`engine:reasons.${one}`))
    const chosen = words
      .filter(word => props.typed === word || props.typed.startsWith(`${word}: `))
      .reduce((longest, word) => (word.length > longest.length ? word : longest), '')
    const typed = chosen === '' ? props.typed : props.typed.slice(chosen.length + 2)
    return (
      <>
        <div className="choices" role="radiogroup" aria-label={t('engine:reasons.usual')}>
          {words.map(word => (
            <label key={word}>
              <input
                type="radio"
                name={`${props.name}.usual`}
                value={word}
                defaultChecked={word === chosen}
                className="radio"
              />
              {word}
            </label>
          ))}
        </div>
        <label htmlFor={props.id}>{t('engine:reasons.own')}</label>
        {/* Required is the reason, not this field: a press on one of the usual ones is enough. */}
        {inputControl({ ...props, typed, required: false, minLength: undefined })}
      </>
    )
  },
  read: (form, name) =>
    [form.get(`${name}.usual`), form.get(name)]
      .flatMap(value => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []))
      .join(': '),
})
