import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

interface Read {
  method: string
  path: string
  body?: string
}

const slot = `/api/configuration/v1/slot/${slots.bellLink.id}`
const list: Read = { method: 'POST', path: '/api/configuration/v1/slots', body: '{"rowsPerPage":1}' }

describe('several reads in one call', () => {
  const ask = async (reads: Read[]) => {
    const { status, body } = await backend.json<{ data: { answers: { status: number; text: string }[] } }>(
      '/api/reads/v1/together',
      { as: 'olga', method: 'POST', body: { reads } },
    )
    return {
      status,
      answers: body.data.answers.map(({ text, ...rest }) => ({ ...rest, body: JSON.parse(text) as unknown })),
    }
  }

  test('are answered as each would be alone, in their order', async () => {
    const { status, answers } = await ask([list, { method: 'GET', path: slot }])
    expect(status).toBe(200)
    expect(answers[1]?.body).toEqual((await backend.json(slot, { as: 'olga' })).body)
    expect(answers[0]).toMatchObject({ status: 200, body: { data: { rows: [{}] } } })
  })

  test('one that is refused or unknown leaves the others as they are', async () => {
    const { answers } = await ask([
      { method: 'GET', path: `/api/configuration/v1/slot/${'0'.repeat(24)}` },
      { method: 'POST', path: '/api/audit/v1/entries', body: '{"rowsPerPage":"many"}' },
      { method: 'GET', path: slot },
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, expect.any(Number), 200])
    expect(answers[1]?.status).toBeGreaterThanOrEqual(400)
  })

  test('what writes is no read, whatever method it has', async () => {
    for (const one of [
      { method: 'POST', path: '/api/slotcontrol/v1/lock', body: '{}' },
      { method: 'POST', path: '/api/configuration/v1/slot', body: '{}' },
      { method: 'GET', path: `/api/configuration/v1/slot/archive/${slots.bellLink.id}` },
      { method: 'POST', path: '/api/reads/v1/together', body: '{"reads":[]}' },
    ]) {
      const { answers } = await ask([one])
      expect(answers[0], one.path).toMatchObject({ status: 404, body: { error: { code: 'not_a_read' } } })
    }
  })
})
