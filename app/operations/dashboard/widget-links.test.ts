import { expect, test } from 'vitest'
import type { ShownWidget, WidgetData } from '../../../backend/operations/dashboard/dashboard.contract'
import { readListQuery } from '../../engine/address/list-query'
import { resources } from '../../definitions'
import { listOf, OPEN_ALARMS, slotsWith } from './widget-links'

const location = { _id: 'a'.repeat(24), name: 'Cluj Central' }
const shown = (data: object, at: ShownWidget['location'] = location): ShownWidget => ({
  key: 'w1',
  kind: (data as WidgetData).kind,
  size: 1,
  location: at,
  days: null,
  data: data as WidgetData,
})
const everything = { tenantId: '0'.repeat(24), can: () => true }

test('every list takes each filter that a widget asks it for', () => {
  const hrefs = [
    ...['slots', 'doors', 'commands', 'tasks', 'notifications'].map(kind =>
      listOf(shown({ kind }), everything),
    ),
    ...['online', 'stale', 'offline', 'never'].map(state => slotsWith({ location }, [['state', state]])),
    OPEN_ALARMS,
  ]
  for (const href of hrefs) {
    const { pathname, searchParams } = new URL(href ?? '', 'http://console')
    const list = Object.values(resources).find(({ path }) => path === pathname)?.list
    expect(list, href ?? '').toBeDefined()
    if (list)
      expect(readListQuery(searchParams, list, 'UTC', { own: ['show'] }).notices, href ?? '').toEqual([])
  }
})

test('days lead to those of the location, or of the reader’s tenant; the system’s own people have a list of tenants', () => {
  const ggr = { kind: 'ggr', from: '2026-11-10', to: '2026-11-23' }
  const period = 'from=2026-11-10&to=2026-11-23'
  const own = { tenantId: 'b'.repeat(24), can: () => true }
  expect(listOf(shown(ggr), own)).toBe(`/locations/${location._id}/days?${period}`)
  expect(listOf(shown(ggr, null), own)).toBe(`/tenants/${own.tenantId}/days?${period}`)
  expect(listOf(shown(ggr, null), everything)).toBe('/tenants')
  expect(listOf(shown(ggr, null), { ...own, can: () => false })).toBeNull()
})
