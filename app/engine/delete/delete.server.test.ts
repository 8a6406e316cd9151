import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-error'
import { performDelete, type DeleteRefused } from './delete.server'

const ID = '01a21cc93bff0cfbb79f87bf'

it('a deletion that something refuses which no list names says that it is in use', async () => {
  const api = Object.assign(() => ({ get: () => Promise.resolve({ _id: ID, version: 1 }) }), {
    call: () => Promise.reject(new ApiError({ kind: 'problem', status: 409, code: 'in_use' })),
  })
  const url = new URL(`http://console.test/games-registry/manufacturers/${ID}/delete`)
  const form = new FormData()
  form.set('idempotency_key', ID)
  const ctx = { url, params: { id: ID }, api, form }
  const answer = await performDelete(ctx as unknown as Parameters<typeof performDelete>[0])
  const { data, init } = answer as { data: DeleteRefused; init: ResponseInit }
  expect(init.status).toBe(409)
  expect(data.failure).toMatchObject({ code: 'in_use', status: 409 })
})
