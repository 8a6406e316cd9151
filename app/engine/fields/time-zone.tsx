import { inputControl } from './control'
import type { Field } from './field'

/** Where this product's locations are; any other zone can be typed. */
const ZONES = [
  'Europe/Bucharest',
  'Europe/Lisbon',
  'Atlantic/Azores',
  'Atlantic/Madeira',
  'Europe/Chisinau',
  'Europe/Sofia',
  'Europe/London',
  'UTC',
]

/** An IANA zone. The list is a help, not a limit: the schema decides. */
export const timeZone = (): Field<string> => ({
  kind: 'time-zone',
  cell: value => value,
  csvValue: value => value,
  input: props => (
    <>
      {inputControl(props, { list: `${props.id}-zones` })}
      <datalist id={`${props.id}-zones`}>
        {ZONES.map(zone => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  ),
})
