import { inputControl } from './control'
import type { Field } from './field'
import { text } from './text'

/** What most reasons are: one tap each. Their words are `engine:reasons.*`, and what is stored is the word itself. */
const usual = {
  lock: ['closing', 'cash_count', 'inspection', 'repair', 'complaint', 'power'],
  unlock: ['opening', 'counted', 'inspected', 'repaired', 'settled', 'powered'],
} as const

/** Why somebody does something: one of the usual reasons of that order by a press, words of one's own, or both. */
export const reasonText = (order: keyof typeof usual): Field<string> => ({
  ...text(),
  kind: 'reason',
  input: (props, { t }) => {
    const words = usual[order].map(one => t(`engine:reasons.${one}`))
    const [chosen, ...own] = words.some(word => props.typed === word || props.typed.startsWith(`${word}: `))
      ? props.typed.split(': ')
      : ['', props.typed]
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
        {/* Required is the reason, not this field: a press on one of the usual ones is enough. */}
        {inputControl({ ...props, typed: own.join(': '), required: false, minLength: undefined })}
      </>
    )
  },
  read: (form, name) =>
    [form.get(`${name}.usual`), form.get(name)]
      .flatMap(value => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []))
      .join(': '),
})
