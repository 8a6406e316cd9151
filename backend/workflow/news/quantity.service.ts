/** A value of a notification that is a number with a unit: stored as such, written in the language of who reads it. */
import { moneyWriting } from '../../platform/contract/money-text'
import type { Money } from '../../platform/contract/primitives'
import { languages, type Words } from './own-words.service'

type Language = keyof Words
type Data = Readonly<Record<string, string>>

/** `value`: minutes, a number of times, or minor units of the currency. */
interface Quantity {
  value: number
  unit: 'min' | 'times' | 'minor'
  currency: string | null
}

/** The template's `{value}`, and what it is counted in. */
export const quantityData = ({ value, unit, currency }: Quantity): Record<string, string> => ({
  value: String(value),
  unit,
  ...(unit === 'minor' && currency !== null && { currency }),
})

const ofQuantity = ['value', 'unit', 'currency']

/** What a search finds of a notification's values: a bare number and its unit are no words. */
export const searchedValues = (data: Data): string[] =>
  Object.entries(data)
    .filter(([name]) => data.unit === undefined || !ofQuantity.includes(name))
    .map(([, value]) => value)

/** The template's values as they stand in a sentence. One of an earlier release has its value in words already. */
export const valuesIn = (data: Data, language: Language): Data =>
  data.unit === undefined ? data : { ...data, value: writers[language](data) }

/** The texts with the quantity written in each language: the browser fills in all other values. */
export const withQuantity = (content: Words, data: Data): Words =>
  data.unit === undefined
    ? content
    : (Object.fromEntries(
        languages.map(language => [
          language,
          content[language].replaceAll('{value}', () => valuesIn(data, language).value ?? ''),
        ]),
      ) as Words)

const writerFor = (region: string) => {
  const number = new Intl.NumberFormat(region)
  const money = moneyWriting(region, 'auto')
  return ({ value, unit, currency }: Data): string => {
    if (unit === 'minor' && currency !== undefined)
      return money({ minor: Number(value), currency: currency as Money['currency'] })
    return unit === 'min' ? `${number.format(Number(value))} min` : number.format(Number(value))
  }
}
const writers = { en: writerFor('en-GB'), ro: writerFor('ro-RO'), pt: writerFor('pt-PT') }
