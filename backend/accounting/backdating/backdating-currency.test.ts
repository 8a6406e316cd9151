/** A slot's currency, entered late and backdated. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { HOUR } from '../../../tests/support/feed'
import { coins, evening, minutes, backdatingTests } from '../../../tests/support/backdating'

let backend: TestBackend
const { fresh, order, preview, send, slotBackdating, sums } = backdatingTests(() => backend)
const slot = slots.bellLink.id
beforeAll(async () => {
  backend = await testBackend()
  await fresh()
})
afterAll(() => backend.close())

it('is refused to before figures in another currency at the same number: a day’s sums would be of both', async () => {
  await send(evening, coins(1, 0, 1_000), coins(2, 60, 1_100))
  const price = (at: number, currency: string, denomination_minor: number) =>
    backend.db
      .updateTable('slots')
      .set({ currency, denomination_minor, updated_at: at })
      .where('id', '=', slot)
      .execute()
  const asked = async (to: number) => {
    const { status, body } = await preview(await slotBackdating(to))
    return [status, body.error?.fields?.to?.[0]?.code]
  }
  // Three days without figures later it may become euros; backdated to that Thursday it would count lei as euros.
  await price(evening + 3 * 24 * HOUR, 'EUR', 1)
  const before = await sums()
  expect(await asked(minutes(30))).toEqual([422, 'currency_counted_then'])
  expect((await order(await slotBackdating(minutes(30)))).status).toBe(422)
  expect(await sums()).toEqual(before)
  expect((await asked(evening + 67 * HOUR))[0]).toBe(200)
  await backend.db
    .updateTable('slot_history')
    .set({ denomination_minor: 2 })
    .where('slot_id', '=', slot)
    .where('currency', '=', 'EUR')
    .execute()
  expect((await asked(minutes(30)))[0]).toBe(200)
  await price(evening + 4 * 24 * HOUR, 'RON', 1)
})
