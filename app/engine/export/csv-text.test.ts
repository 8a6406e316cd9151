import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvText } from './csv-text'

const asIs = (text: string) => text

it('quotes what holds a delimiter, a quote or the end of a line, and nothing else', () => {
  expect(csvText([['a b', '1;2', 'the "old" one', 'x\ny', "'=1", '', 'ș,t']], ';', asIs)).toBe(
    'a b;"1;2";"the ""old"" one";"x\ny";\'=1;;ș,t\r\n',
  )
  expect(csvText([[''], ['\r']], ',', asIs)).toBe('\r\n"\r"\r\n')
  expect(csvText([], ',', asIs)).toBe('')
})

it('is read again as it was, whatever stands in its cells', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom(',', ';', '"', '\r', '\n', ' ', "'", 'a', 'ș') }),
    fc.string(),
  )
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 3, maxLength: 3 })),
      fc.constantFrom(',', ';'),
      (records, delimiter) => {
        const text = csvText(records, delimiter, asIs)
        expect(parse(text, { delimiter, record_delimiter: '\r\n' })).toEqual(records)
      },
    ),
  )
})
