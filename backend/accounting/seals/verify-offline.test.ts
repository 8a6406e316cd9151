/** Checked by whoever has the file and the public keys, without the product. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locations } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { daily, sealing } from '../../../tests/support/seals'
import type { SealAnswer } from './seals.service'
import { verifyOffline } from './verify-offline'

let b: TestBackend
let day: SealAnswer
let keys: Buffer
let chain: { head: object; links: { body: string }[] }
const { seal } = sealing(() => b)
const written = (links: readonly object[]) =>
  Buffer.from([chain.head, ...links].map(line => JSON.stringify(line)).join('\n'))

beforeAll(async () => {
  b = await testBackend()
  day = await seal(daily('2026-11-01'))
  await seal(daily('2026-11-02'))
  await seal(daily('2026-11-03'))
  keys = Buffer.from(await (await b.request('/api/seals/v1/keys')).text())
  const { links, ...head } = (
    await b.json(`/api/seals/v1/location/${locations.cluj.id}/chain`, { as: 'ana' })
  ).body.data as { links?: unknown }
  chain = { head, links: links as { body: string }[] }
})
afterAll(() => b.close())

it('a sealed file is genuine with the public keys, undecided without them, and bad with other letters or other keys', async () => {
  const good = verifyOffline(Buffer.from(day.file), keys)
  expect(good.verdict).toBe('good')
  expect(good.lines.join('\n')).toContain('daily 2026-11-01 of CJ-01 Cluj Central, revision 1, number 1')
  expect(verifyOffline(Buffer.from(day.file), null).verdict).toBe('open')
  expect(verifyOffline(Buffer.from(day.file.replace('95050', '95051')), keys).verdict).toBe('bad')
  expect(verifyOffline(Buffer.from('%PDF'), keys).verdict).toBe('open')
  const other = await testBackend()
  await sealing(() => other).seal(daily('2026-11-01'))
  const foreign = Buffer.from(await (await other.request('/api/seals/v1/keys')).text())
  await other.close()
  expect(verifyOffline(Buffer.from(day.file), foreign).verdict).toBe('bad')
  expect(verifyOffline(Buffer.from(day.file), Buffer.from('{"keys":[{}]}')).verdict).toBe('bad')
})

it('a chain is good whole, and bad with a document less, altered, or in another order', () => {
  const { links } = chain
  const [first, second, third] = links as [{ body: string }, { body: string }, { body: string }]
  expect(verifyOffline(written(links), null)).toMatchObject({ verdict: 'good' })
  expect(verifyOffline(written(links), keys).lines[0]).toContain('3 documents')
  const told = (wrong: readonly object[]) => verifyOffline(written(wrong), keys)
  expect(told([first, third]).lines[0]).toContain('after number 1: a number is missing')
  expect(told([second, first]).verdict).toBe('bad')
  expect(told([first, { ...second, body: second.body.replace('95050', '95051') }]).lines[0]).toContain(
    'altered',
  )
  expect(told([{ ...first, signature: 'x' }]).lines[0]).toContain('no valid signature')
})
