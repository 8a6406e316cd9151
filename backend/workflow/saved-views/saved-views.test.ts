import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import type { SavedView, ViewsOfPage } from '../../platform/contract/saved-views'

let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(() => backend.close())

const api = '/api/settings/v1'
const viewsOf = async (as: Person, page = 'slots') =>
  (await backend.json(`${api}/views/${page}`, { as })).body.data as unknown as ViewsOfPage
const names = async (as: Person) => (await viewsOf(as)).views.map(view => view.name)
const save = (as: Person, body: object) =>
  backend.json(`${api}/views`, { as, body: { page: 'slots', search: 'status=locked', ...body } })
const saved = async (as: Person, body: object) => (await save(as, body)).body.data.view as SavedView
const change = (as: Person, view: SavedView, body: object) =>
  backend.json(`${api}/view/${view._id}`, { as, method: 'PUT', body: { version: view.version, ...body } })
const remove = (as: Person, view: SavedView) =>
  backend.json(`${api}/view/${view._id}`, { as, method: 'DELETE' })
const makeDefault = (as: Person, view: string | null, page = 'slots') =>
  backend.json(`${api}/views/${page}/default`, { as, method: 'PUT', body: { view } })

describe('saved views', () => {
  test('Olga names what she looks at; only she sees it, on that list alone', async () => {
    expect((await save('olga', { name: 'Night' })).status).toBe(200)
    expect(await viewsOf('olga')).toMatchObject({
      views: [
        { name: 'Night', search: 'status=locked', shared: false, own: true, owner: { name: 'Olga Rusu' } },
      ],
      default_view: null,
      lost_default: null,
    })
    expect(await names('mihai')).toEqual([])
    expect((await viewsOf('olga', 'locations')).views).toEqual([])
  })

  test('a shared one is seen in the tenant, not in another and not by the system; only its owner changes it', async () => {
    const view = await saved('mihai', { name: 'Hall on fire', shared: true })
    expect(await names('olga')).toEqual(['Hall on fire', 'Night'])
    expect(await names('paulo')).toEqual([])
    expect(await names('ana')).toEqual([])
    expect((await viewsOf('olga')).views[0]).toMatchObject({ own: false, changeable: false })
    expect((await change('olga', view, { name: 'Mine now' })).status).toBe(403)
    expect((await remove('olga', view)).status).toBe(403)
    expect((await change('paulo', view, { name: 'Ours now' })).status).toBe(404)
    expect((await remove('paulo', view)).status).toBe(404)
    const later = (await change('mihai', view, { name: 'Hall', search: 'status=active' })).body.data.view
    expect(later).toMatchObject({ name: 'Hall', search: 'status=active', shared: true, version: 2 })
    const late = await change('mihai', view, { name: 'Again' })
    expect({
      status: late.status,
      code: late.body.error.code,
      current: late.body.error.details.current,
    }).toMatchObject({ status: 409, code: 'version_conflict', current: { name: 'Hall' } })
  })

  test('one default per list; the next replaces it, and it can be given up', async () => {
    const first = await saved('olga', { name: 'First', is_default: true })
    expect((await viewsOf('olga')).default_view).toBe(first._id)
    const second = await saved('olga', { name: 'Second', is_default: true })
    expect((await viewsOf('olga')).default_view).toBe(second._id)
    expect((await makeDefault('olga', null)).status).toBe(200)
    expect((await viewsOf('olga')).default_view).toBeNull()
    expect((await makeDefault('olga', second._id, 'locations')).status).toBe(404)
    expect((await makeDefault('paulo', second._id)).status).toBe(404)
  })

  test('a default that its owner takes back says whose absence it is, until another choice is made', async () => {
    const view = await saved('mihai', { name: 'For all of us', shared: true })
    await makeDefault('olga', view._id)
    await change('mihai', view, { shared: false })
    expect(await viewsOf('olga')).toMatchObject({ default_view: null, lost_default: 'For all of us' })
    await change('mihai', { ...view, version: 2 }, { shared: true })
    expect((await viewsOf('olga')).default_view).toBe(view._id)
    expect((await remove('mihai', view)).status).toBe(200)
    expect(await viewsOf('olga')).toMatchObject({ default_view: null, lost_default: 'For all of us' })
    await makeDefault('olga', null)
    expect((await viewsOf('olga')).lost_default).toBeNull()
  })

  test('a name twice, no name, too long an address, too many: each says which field', async () => {
    expect((await save('olga', { name: 'Night' })).body.error.fields).toEqual({ name: [{ code: 'taken' }] })
    expect((await save('andrei', { name: 'Night' })).status).toBe(200)
    expect((await save('olga', { name: ' ' })).body.error.fields).toHaveProperty('name')
    expect(
      (await save('olga', { name: 'Long', search: 'x'.repeat(4_001) })).body.error.fields,
    ).toHaveProperty('search')
    for (let at = 1; at < 50; at++) await save('andrei', { name: `View ${at}` })
    expect((await save('andrei', { name: 'One more' })).body.error.fields).toEqual({
      name: [{ code: 'too_many', params: { limit: 50 } }],
    })
  })

  test('each change is in the audit log', async () => {
    const view = await saved('mihai', { name: 'Watched' })
    await remove('mihai', view)
    const { body } = await backend.json('/api/audit/v1/entries', {
      as: 'mihai',
      body: { exactFields: ['entity', 'entity_id'], exactValues: ['saved_view', view._id] },
    })
    expect(body.data.rows.map(row => row.action).sort()).toEqual(['create', 'delete'])
  })
})
