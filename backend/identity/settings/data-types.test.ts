import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import type { dataTypesAnswer } from './data-types.contract'

let b: TestBackend
beforeAll(async () => {
  b = await testBackend()
})
afterAll(() => b.close())

const types = async (as: Person) =>
  (await b.json<{ data: z.output<typeof dataTypesAnswer> }>('/api/settings/v1/data-types', { as })).body.data
    .data_types

describe('the kinds of data', () => {
  it('are told with their fields, as the lists themselves take them', async () => {
    const told = await types('ana')
    const { paths } = (await (await b.request('/api/openapi.json')).json()) as { paths: object }
    expect(told.map(({ path }) => path).filter(path => !(path in paths))).toEqual([])
    const slots = told.find(({ name }) => name === 'configuration/slots')
    expect(slots).toMatchObject({ path: '/api/configuration/v1/slots', searched: true })
    expect(slots?.fields).toEqual(
      expect.arrayContaining([
        { name: 'serial', kind: 'text', optional: false, sortable: true },
        expect.objectContaining({ name: 'location', kind: 'reference' }),
        expect.objectContaining({
          name: 'status',
          kind: 'choice',
          values: expect.any(Array) as string[],
        }),
      ]),
    )
    expect(slots?.filters).toContain('location')
    expect(told.find(({ name }) => name === 'rawdata/events')).toMatchObject({ period: true })
    for (const { fields } of told) expect(fields.length).toBeGreaterThan(0)
  })

  it('are only those that the asker may list', async () => {
    const [all, few] = [await types('ana'), await types('olga')]
    expect(few.length).toBeGreaterThan(0)
    expect(few.length).toBeLessThan(all.length)
    expect(few.map(({ name }) => name)).not.toContain('audit/entries')
    expect((await b.request('/api/settings/v1/data-types')).status).toBe(401)
  })
})
