import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { defineContract } from '../../../backend/platform/contract/contract'
import {
  id,
  instant,
  line,
  money as moneyShape,
  reference,
} from '../../../backend/platform/contract/primitives'
import { resources } from '../../definitions'
import type { ResourceName } from '../../addresses/names'
import { defineResource } from './define-resource'
import * as kinds from '../fields'

const { choice, mono, money } = kinds

/** An entity of nobody's, with one field of each difficulty. */
const contract = defineContract({
  family: 'configuration',
  one: 'slot',
  many: 'slots',
  row: z.object({
    _id: id,
    version: z.number(),
    serial: z.string(),
    location: reference,
    denomination: moneyShape,
    status: z.enum(['active', 'locked', 'maintenance']),
    last_seen_at: instant.nullable(),
  }),
  input: z.object({ serial: line(3, 32), location: id }),
  filters: z.object({
    location: id,
    status: z.enum(['active', 'locked', 'maintenance']),
    archived: z.boolean(),
  }),
  sort: ['serial', 'last_seen_at'],
  permissions: { list: 'slot::list', read: 'slot::list' },
  actions: {
    lock: {
      permission: 'slot::lock',
      path: '/api/slotcontrol/v1/lock',
      input: z.object({ reason: line(3, 200) }),
    },
  },
})

type Definition = Parameters<
  typeof defineResource<
    typeof contract.row,
    typeof contract.input,
    typeof contract.filters,
    (typeof contract.sort)[number],
    typeof contract.actions
  >
>[2]

describe('what does not compile', () => {
  it('a misspelt column, filter, sort key, section field or action', () => {
    expectTypeOf<'serial'>().toExtend<Definition['list']['columns'][number]>()
    expectTypeOf<'serail'>().not.toExtend<Definition['list']['columns'][number]>()
    expectTypeOf<'colour'>().not.toExtend<NonNullable<Definition['list']['filters']>[number]>()
    expectTypeOf<'-password'>().not.toExtend<NonNullable<Definition['list']['sort']>>()
    expectTypeOf<'serail'>().not.toExtend<Definition['detail']['sections'][string][number]>()
    expectTypeOf<'lokc'>().not.toExtend<keyof NonNullable<Definition['actions']>>()
    expectTypeOf<'titel'>().not.toExtend<keyof Definition>()
    expectTypeOf<'title'>().toExtend<keyof Definition>()
  })

  it('a kind that does not fit its field, a choice without one of its statuses, a link to nowhere', () => {
    type Status = NonNullable<NonNullable<Definition['fields']>['status']>
    expectTypeOf(choice({ active: 'good', locked: 'locked', maintenance: 'warn' })).toExtend<Status>()
    expectTypeOf(choice({ active: 'good', locked: 'locked' })).not.toExtend<Status>()
    expectTypeOf(money()).not.toExtend<Status>()
    expectTypeOf(mono()).not.toExtend<NonNullable<NonNullable<Definition['fields']>['denomination']>>()
    expectTypeOf<'loactions'>().not.toExtend<ResourceName>()
    expectTypeOf<Parameters<typeof kinds.linkTo>[0]>().toEqualTypeOf<ResourceName>()
  })
})

describe('definitions', () => {
  it('name only filters that the other entity has', () => {
    for (const { detail } of Object.values(resources)) {
      for (const { resource, filter, columns } of detail.related) {
        expect(resources[resource].contract.filters.shape).toHaveProperty(filter)
        for (const column of columns ?? []) expect(resources[resource].fields).toHaveProperty(column)
      }
    }
  })

  it('ask for everything in their form that the backend takes', () => {
    // A person is sent a link: nobody in the console knows the password of another.
    const { password: _, ...user } = resources.users.contract.input.shape
    for (const { name, contract, form } of Object.values(resources)) {
      // A tenant's own fields come to a form with each request.
      const { custom: __, ...taken }: Record<string, unknown> = name === 'users' ? user : contract.input.shape
      if (form) expect(Object.values(form.sections).flat().sort(), name).toEqual(Object.keys(taken).sort())
    }
  })

  it('have a field for each input of each command', () => {
    for (const { actions } of Object.values(resources)) {
      for (const action of actions)
        expect(Object.keys(action.fields).sort()).toEqual(
          Object.keys(action.contract?.input.shape ?? {}).sort(),
        )
    }
  })

  it('a column without a kind stops the program at its start', () => {
    expect(() =>
      defineResource('slots', contract, {
        title: 'serial',
        list: { columns: ['status'] },
        detail: { sections: {} },
      }),
    ).toThrow('resource slots: no kind for status')
  })

  it('what names no kind is shown as its contract says, where the definition names it', () => {
    const { fields } = defineResource('slots', contract, {
      title: 'serial',
      fields: { serial: mono() },
      list: { columns: ['serial', 'location', 'denomination'], filters: ['archived'] },
      detail: { sections: { state: ['last_seen_at'] } },
    })
    expect(Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, kind]))).toEqual({
      archived: 'archived',
      serial: 'mono',
      location: 'link-to',
      denomination: 'money',
      last_seen_at: 'date-time',
    })
    expect(fields.location?.target).toBe('locations')
  })

  it('a period of what was at work, which the contract does not know, stops it too', () => {
    expect(() =>
      defineResource('slots', contract, {
        title: 'serial',
        list: { columns: ['serial'], period: 'active' },
        detail: { sections: {} },
      }),
    ).toThrow('has no period')
    expect(resources.slots.list).toMatchObject({ period: '', active: true })
  })

  it('filters accept what the contract accepts', () => {
    const { accepts } = resources.slots.list
    expect(accepts('status', 'locked')).toBe(true)
    expect(accepts('status', 'broken')).toBe(false)
    expect(accepts('archived', '1')).toBe(true)
    expect(accepts('archived', 'maybe')).toBe(false)
    expect(accepts('location', 'cluj')).toBe(false)
  })
})
