/** An edit's page has two fields of its requests, and looks them up once. */
import { expect, it } from 'vitest'
import { requestsOf } from './requests-of'

it('both requests of an edit are found in one look', async () => {
  let looks = 0
  const rows = [{ _id: 'a' }, { _id: 'b' }]
  const found = [
    { id: '1', edit_id: 'a', body: '{"does":"edit"}' },
    { id: '2', edit_id: 'a', body: '{"does":"take_back"}' },
  ]
  const query: object = new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'execute'
          ? () => {
              looks++
              return Promise.resolve(found)
            }
          : () => query,
    },
  )
  const reading = { db: query } as never
  await requestsOf.approval(reading, rows)
  await requestsOf.back_approval(reading, rows)
  expect(rows).toEqual([
    { _id: 'a', approval: '1', back_approval: '2' },
    { _id: 'b', approval: null, back_approval: null },
  ])
  expect(looks).toBe(1)
})
