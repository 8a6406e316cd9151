import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { formsWithin, identify, keyring, rotateKey, storedForms, type Identity } from './identity'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend({ empty: true })
})
afterAll(() => backend.close())

const cnp = '1070504429315'
const person = identify('cnp', '1 070504 429315') as Identity

it('a document is stored as the HMAC of the hash that the national list has', async () => {
  expect(person).toEqual({
    type: 'cnp',
    sha: createHash('sha256').update(cnp).digest('hex'),
    mask: '1********9315',
    births: ['1907-05-04'],
    number: null,
  })
  const first = (await keyring(backend.db, 0)).keyed(person.sha)
  expect(first.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(first.hash).not.toBe(person.sha)
  const { sealed } = await backend.db.selectFrom('exclusion_keys').select('sealed').executeTakeFirstOrThrow()
  expect(sealed).not.toContain(first.hash)
})

it('after a rotation what was keyed before is still found, and follows without the number', async () => {
  const before = (await keyring(backend.db, 0)).keyed(person.sha)
  expect(await rotateKey(backend.db, 0)).toBe(2)
  const ring = await keyring(backend.db, 0)
  expect(ring.all(person.sha)).toContain(before.hash)
  expect(ring.renewed(before)).toEqual(ring.keyed(person.sha))
  expect(ring.keyed(person.sha)).toMatchObject({ generation: 2 })
  expect(ring.open(ring.seal('Ștefan'))).toBe('Ștefan')
  expect(ring.open('tampered')).toBeNull()
})

it('another secret opens nothing: the door must not answer', async () => {
  await backend.db.updateTable('exclusion_keys').set({ sealed: 'AAAA' }).where('generation', '=', 1).execute()
  await expect(keyring(backend.db, 0)).rejects.toMatchObject({ code: 'exclusion_key' })
})

it('passports and cards are told apart, whatever their spelling', () => {
  const passport = identify('passport', 'xb 123-456') as Identity
  expect(passport).toMatchObject({ mask: '******56', number: 'XB123456' })
  expect((identify('passport', 'XB123456') as Identity).sha).toBe(passport.sha)
  expect((identify('id_card', 'XB123456') as Identity).sha).not.toBe(passport.sha)
  // Letters of another script look the same and are no part of a number: the rest alone would be somebody else's.
  for (const text of ['???', 'ХВ123456', 'XB123456\u0000', 'XB_123456', 'XB12\u202e3456', 'POPESCU'])
    expect(identify('passport', text)).toEqual({ fault: 'passport_number' })
  for (const text of ['XB１２３４５６', 'ＸＢ１２３４５６', 'xb–123‑456', 'XB\u200b123456', 'XB١٢٣٤٥٦'])
    expect((identify('passport', text) as Identity).sha).toBe(passport.sha)
  expect(identify('residence', '12345')).toEqual({ fault: 'residence_number' })
  expect(identify('passport', '1234567890')).toEqual({ fault: 'passport_number' })
  expect(identify('id_card', 'ABC')).toEqual({ fault: 'document_number' })
})

it('a CNP is one, whatever kind was chosen, and is looked for in each form in which it may be stored', () => {
  for (const type of ['passport', 'id_card', 'residence'] as const)
    expect(identify(type, '1 070504 429315')).toEqual(person)
  const sha = (text: string) => createHash('sha256').update(text).digest('hex')
  const forms = storedForms(' 1070504429315')
  expect(forms.slice(0, 4)).toEqual([
    sha(cnp),
    sha(`passport:${cnp}`),
    sha(`id_card:${cnp}`),
    sha(`residence:${cnp}`),
  ])
  // As it was stored before the letters in front of it were understood.
  expect(forms).toContain(sha(`id_card:CNP${cnp}`))
  for (const text of [`CNP ${cnp}`, `RO${cnp}`, `CNP: ${cnp}`, `RX 123456 ${cnp}`])
    expect(storedForms(text)).toEqual(expect.arrayContaining(forms))
  expect(storedForms('xb 12')).toHaveLength(3)
  for (const text of ['', '123', 'ХВ123456', '1'.repeat(21)]) expect(storedForms(text)).toEqual([])
})

/** A number as somebody may have it on any kind of document. */
const document = fc.stringMatching(/^[A-Z0-9]{3,19}[0-9]$/).filter(number => storedForms(number).length > 0)
const between = fc.stringMatching(/^[ ,;:=/|_.()\n\u200b\u2013-]{1,3}$/)
const other = fc.oneof(
  document,
  fc.constantFrom(cnp, '3850214400019', '12', 'CNP', 'ХВ', '1'.repeat(25)),
  fc.string({ maxLength: 20 }),
)

it('a number that stands in a text as a word of its own is looked for, whatever is written before and behind it', () => {
  fc.assert(
    fc.property(document, other, between, between, other, (number, before, first, second, behind) => {
      const forms = formsWithin(`${before}${first}${number}${second}${behind}`)
      expect(forms).toEqual(expect.arrayContaining(storedForms(number)))
    }),
  )
  for (const text of ['RX 123-456', 'rx_123*456', 'ＲＸ１２３４５６', 'RX123456CNP1070504429315'])
    expect(formsWithin(text)).toEqual(expect.arrayContaining(storedForms('RX123456')))
  // What stands on two sides of another script's letters is no number.
  expect(formsWithin('RXХ123456')).toEqual([])
})
