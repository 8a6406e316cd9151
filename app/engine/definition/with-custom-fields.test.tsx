/** What pages make of a tenant's own fields: columns, filters, controls, and what a form sends. */
import { expect, it } from 'vitest'
import type { CustomField } from '../../../backend/platform/contract/custom-values'
import { draw, now, slot } from '../../../tests/support/drawn-page'
import { resources } from '../../definitions'
import { readListQuery, toRequest, writeListQuery } from '../address/list-query'
import { problemWord } from '../../workflow/imports/import-row'
import { columnsOf } from '../data/columns.server'
import { forgetCustomFields, ownResource } from '../data/custom-fields.server'
import { missingFilters } from '../data/missing-filters'
import { DetailPage } from '../detail/detail-page'
import { csvForm } from '../export/csv.server'
import { check, editSpecOf, specOf, typedFrom, typedOf } from '../form/form'
import { CreatePage } from '../form/form-pages'
import { Changes } from '../history/changes'
import { ListPage } from '../list/list-page'
import { fileFormat } from '../../i18n/file-format'
import { formatter } from '../../i18n/format'
import { translator } from '../../i18n/i18n.server'
import { valueIn } from '../address/custom-name'
import { wireValue } from './define-resource'
import { withCustomFields } from './with-custom-fields'

const field = (key: string, name: string, more: Partial<CustomField> = {}): CustomField => ({
  tenant: 'a'.repeat(24),
  key,
  name,
  kind: 'text',
  decimals: 0,
  choices: [],
  archived: false,
  ...more,
})
const slots = withCustomFields(resources.slots, [
  field('warranty', 'Warranty', { kind: 'date' }),
  field('price', 'Price', { kind: 'number', decimals: 2 }),
  field('owner', 'Owner', { kind: 'choice', choices: ['Leased', 'Bought'] }),
  field('labels', 'Labels', { kind: 'tags' }),
  field('old', 'Old field', { archived: true }),
])
const row = slot(1, {
  custom: { warranty: '2029-12-31', price: '1250.50', labels: ['vip', 'new'], old: 'x' },
})
const read = (search: string) => readListQuery(new URLSearchParams(search), slots.list, 'UTC').query

it('has a column for each, and says what an address narrows it to', () => {
  const html = draw(
    <ListPage
      resource={slots}
      data={{
        name: 'slots',
        path: '/slots',
        title: 'Slots',
        query: read('custom-warranty=2029-12-31&custom-owner=Leased'),
        notices: [],
        columns: ['serial', 'custom-warranty', 'custom-price', 'custom-labels', 'custom-owner'],
        answer: { rows: [row], total: 1, as_of: now },
        failure: null,
        options: {},
        selected: [],
        isMatching: false,
        range: null,
      }}
    />,
  )
  for (const text of ['>Warranty<', '31/12/2029', '1250.50', 'vip, new', 'Warranty: 31/12/2029'])
    expect(html).toContain(text)
  expect(html).not.toContain('Old field')
})

it('narrows a list by a field whether the console knows it or not', () => {
  const query = read('custom-owner=Leased&custom-owner=Bought&custom-gone=1&custom-BAD=2')
  expect(query.filters).toEqual({ 'custom-gone': ['1'], 'custom-owner': ['Leased', 'Bought'] })
  expect(writeListQuery(query, resources.slots.list).toString()).toBe(
    'custom-gone=1&custom-owner=Leased&custom-owner=Bought',
  )
  const request = toRequest(query, resources.slots.list, (_, text) => text, now, 'UTC')
  expect([request.exactFields, request.exactValues]).toEqual([
    ['custom'],
    [['gone=1', 'owner=Leased', 'owner=Bought']],
  ])
  expect(missingFilters({ can: () => true }, slots, query, {})).toEqual([
    { parameter: 'custom-gone', value: 'gone', reason: 'field_gone' },
  ])
})

it('has a control for each that is not archived, and sends what was typed under its key', () => {
  const html = draw(
    <CreatePage
      resource={slots}
      title="New slot"
      state={{
        typed: {},
        problems: { 'custom-price': [{ code: 'too_precise', params: { digits: 2 } }] },
        options: {},
        version: null,
        base: null,
        key: 'k',
        failure: null,
        conflict: null,
      }}
    />,
  )
  for (const name of ['custom-warranty', 'custom-price', 'custom-owner', 'custom-labels'])
    expect(html).toContain(`name="${name}"`)
  expect(html).toContain('Price: May have at most 2 decimals')
  expect(html).not.toContain('custom-old')
  const form = new FormData()
  for (const [name, text] of Object.entries({
    serial: 'EGT-00412',
    location: 'a'.repeat(24),
    manufacturer: 'EGT',
    denomination: '0,10',
    denomination_currency: 'RON',
    'custom-price': '1 250,5',
    'custom-labels': 'vip, new',
    'custom-owner': '',
  }))
    form.set(name, text)
  const checked = check(specOf(slots), typedFrom(specOf(slots), form), 'ro')
  expect(checked.status === 'success' && checked.value.custom).toEqual({
    warranty: null,
    price: '1250.50',
    owner: null,
    labels: ['vip', 'new'],
  })
  expect(typedOf(editSpecOf(slots), row, 'ro')).toMatchObject({
    'custom-warranty': '2029-12-31',
    'custom-price': '1250,50',
    'custom-labels': 'vip, new',
    'custom-owner': '',
  })
})

it('is written into files, and into what was changed', () => {
  const columns = ['serial', 'custom-warranty', 'custom-price', 'custom-labels', 'custom-owner']
  const lines = (kind: 'people' | 'machine') => {
    const face = {
      t: translator('en'),
      locale: 'en' as const,
      timeZone: 'UTC',
      now,
      entity: 'slots',
      format: formatter('en', 'UTC'),
      file: fileFormat('en', 'UTC', kind),
    }
    const form = csvForm(slots, columns, face, {})
    return [form.head, form.line(row).map(cell => (typeof cell === 'string' ? cell : cell.exact))]
  }
  expect(lines('machine')).toEqual([columns, ['EGT-1', '2029-12-31', '1250.50', 'vip; new', '']])
  expect(lines('people')[0]).toEqual(['Serial', 'Warranty', 'Price', 'Labels', 'Owner'])
  const html = draw(
    <Changes
      resource={slots}
      before={{ custom: { price: '1.00', old: 'x' } }}
      after={{ custom: { price: '1250.50', old: 'x', labels: ['vip'] } }}
      words={{ before: 'Before', after: 'After' }}
    />,
  )
  for (const text of ['Price', '1.00', '1250.50', 'Labels', 'vip']) expect(html).toContain(text)
  expect(html).not.toContain('Old field')
})

it('reads a number as all columns do, and never as two', () => {
  const weighed = withCustomFields(resources.slots, [
    field('weight', 'Weight', { kind: 'number', decimals: 3 }),
  ])
  const weight = weighed.fields['custom-weight']
  const typed = (text: string) => weight?.parse?.(text, { locale: 'en' })
  // A comma tells the backend that somebody typed it.
  for (const [text, sent] of [
    ['1.234,56', '1234.560'],
    ['1.250', '1,250'],
    ['1,250', '1,250'],
    ['0.250', '0.250'],
    ['1250.5', '1250.500'],
    ['1.23456', '1.23456'],
  ] as const)
    expect([text, typed(text)]).toEqual([text, sent])
  const filtered = readListQuery(new URLSearchParams('custom-weight=1.250'), weighed.list, 'UTC').query
  const wire = (filter: string, text: string) => wireValue(weighed.fields, filter, text)
  expect(toRequest(filtered, weighed.list, wire, now, 'UTC').exactValues).toEqual([['weight=1,250']])
  // What is stored is shown so that it means the same again.
  for (const locale of ['en', 'ro'] as const)
    for (const custom of ['1.250', '-12.345', '1000.250', '0.001', '900719925474099.125']) {
      const shown = typedOf(editSpecOf(weighed), slot(1, { custom: { weight: custom } }), locale)[
        'custom-weight'
      ]
      expect([shown, typed(String(shown))]).toEqual([shown, custom])
    }
})

it('shows of a record its own values alone: no archived field without one, and none that objects inherit', () => {
  const odd = withCustomFields(resources.slots, [
    field('constructor', 'Maker', { archived: true }),
    field('old', 'Old field', { archived: true }),
  ])
  const page = (custom: object) =>
    draw(
      <DetailPage
        resource={odd}
        related={() => resources.smibs}
        data={{
          kind: 'detail',
          notices: [],
          name: 'slots',
          title: 'EGT',
          crumbs: {},
          related: [],
          tab: null,
          activity: [],
          live: null,
          audit: null,
          row: slot(1, { custom }),
        }}
      />,
    )
  expect(page({ old: 'x' })).toContain('Old field')
  for (const html of [page({}), page({ old: 'x' })]) expect(html).not.toContain('Maker')
  expect(page({})).not.toContain('Old field')
  expect(valueIn({ custom: {} }, 'custom-constructor')).toBeUndefined()
})

it('says in words what an import refuses, in every language', () => {
  for (const language of ['en', 'ro', 'pt'] as const)
    for (const code of ['unknown_field', 'too_many', 'ambiguous_number', 'too_precise', 'not_one_of']) {
      const t = translator(language)
      const params = { limit: 20, digits: 2, values: 'A' }
      expect(problemWord(t, { code, params })).not.toBe(t('imports:problems.other', { ...params, code }))
    }
})

it('writes no file without columns that were chosen, and has them again once they can be read', async () => {
  const answers: Record<string, unknown> = {
    '/api/settings/v1/page-columns/slots': { columns: ['serial', 'custom-price'], inherited: null },
  }
  const call = (_: string, path: string) =>
    path in answers ? Promise.resolve(answers[path]) : Promise.reject(new Error('away'))
  const ctx = { api: { call }, user: { tenant_id: 'a', user_id: 'u' }, can: () => true } as never
  forgetCustomFields()
  await expect(ownResource(ctx, resources.slots, { demanded: true })).rejects.toThrow('away')
  expect(await columnsOf(ctx, await ownResource(ctx, resources.slots))).toEqual(['serial'])
  answers['/api/configuration/v1/slot-fields'] = { fields: slots.custom }
  expect(await columnsOf(ctx, await ownResource(ctx, resources.slots))).toEqual(['serial', 'custom-price'])
})

it('reads a form that comes back with what its page had, unless that lacks a field that was sent', async () => {
  let reads = 0
  const call = () => {
    reads++
    return reads === 1 ? Promise.resolve({ fields: slots.custom }) : Promise.reject(new Error('away'))
  }
  const ctx = { api: { call }, user: { tenant_id: 'a', user_id: 'u' } } as never
  forgetCustomFields()
  await ownResource(ctx, resources.slots, { fresh: true })
  const sent = new FormData()
  sent.set('custom-price', '5')
  expect((await ownResource(ctx, resources.slots, { sent })).custom).toEqual(slots.custom)
  expect(reads).toBe(1)
  sent.set('custom-elsewhere', 'added in another process')
  await expect(ownResource(ctx, resources.slots, { sent })).rejects.toThrow('away')
})
