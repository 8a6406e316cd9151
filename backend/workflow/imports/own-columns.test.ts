/** A tenant's own field in a file, where the release has a column that is called alike. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slots } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { importDesk } from '../../../tests/support/imports'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())
const define = async (field: object) =>
  (await backend.json('/api/configuration/v1/custom-field', { as: 'mihai', body: field })).status

it('has its key in a template where the release has its name, and is its own where that is only likely', async () => {
  expect(await define({ name: 'Serial', key: 'twin' })).toBe(200)
  const template = await backend.request('/api/imports/v1/template/slots?lng=en', { as: 'mihai' })
  expect((await template.text()).split('\r\n')[0]).toContain(',custom-twin')
  expect(await define({ name: 'Status', key: 'condition' })).toBe(200)
  const desk = importDesk(backend)
  const text = `serial;Status\n${slots.bellLink.serial};no`
  const checked = await desk.check('mihai', 'slots', 'update', text)
  expect((await desk.rows('mihai', checked._id)).map(({ changes }) => changes)).toEqual([
    [{ column: 'custom-condition', before: '', after: 'no' }],
  ])
  await desk.end()
})
