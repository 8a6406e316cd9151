import { reaggregatePermission } from '../../../backend/accounting/reaggregation/reaggregation.contract'
import { locationsContract } from '../../../backend/estate/locations/locations.contract'
import { chainRule } from '../../../backend/accounting/seals/seals.contract'
import { shiftHandoversContract } from '../../../backend/operations/shift-handovers/shift-handovers.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { amounts, date, memberOf, mono, partOf, phone, timeOfDay, timeZone } from '../../engine/fields'
import { streamPages } from '../stream-pages'

const streams = streamPages('location')

export const locations = defineResource('locations', locationsContract, {
  title: 'name',
  fields: {
    code: mono(),
    lat: mono(),
    lon: mono(),
    time_zone: timeZone(),
    gaming_day_start: timeOfDay(),
    rules_from: date(),
    licence_no: mono(),
    work_point_no: mono(),
    phone: phone(),
    connected: partOf('slots'),
    net_win_today: amounts(),
    group: memberOf('locations-groups'),
  },
  list: {
    columns: [
      'name',
      'code',
      'tenant',
      'city',
      'connected',
      'net_win_today',
      'county',
      'gaming_day_start',
      'updated_at',
    ],
    more: ['slots', 'work_point_no'],
    summary: ['code', 'city', 'connected', 'net_win_today'],
    filters: ['tenant', 'county', 'city', 'group', 'archived'],
    links: [
      {
        href: '/locations-import',
        label: 'imports:titles.locations',
        rule: { any: ['location::create', 'location::update'] },
      },
      { href: '/locations-groups', label: 'locations-groups:title', rule: 'location_entity_group::list' },
    ],
  },
  detail: {
    links: [
      {
        href: '/locations/:id/lock',
        label: 'bulk:lock_here',
        rule: { all: ['location::list', 'slot::list', 'tenant::lock_unlock_multiple_slots'] },
        main: true,
      },
      {
        href: '/locations/:id/unlock',
        label: 'bulk:unlock_here',
        rule: { all: ['location::list', 'slot::list', 'tenant::lock_unlock_multiple_slots'] },
      },
      {
        href: '/operations/shift-handovers/new?location=:id',
        label: 'shift-handovers:new',
        rule: { all: ['location::list', shiftHandoversContract.actions.take_over.permission] },
      },
      {
        href: '/reaggregate/location/:id',
        label: 'reaggregate:link',
        rule: { all: [reaggregatePermission, 'location::get'] },
      },
      {
        href: '/checkpoint/location/:id/new',
        label: 'checkpoints:make.link',
        rule: { all: ['slot::enter_meters', 'location::get_checkpoint', 'location::get'] },
      },
    ],
    pages: {
      events: [
        ...streams.events,
        {
          href: '/operations/shift-handovers?location=:id',
          label: 'shift-handovers:title',
          rule: { all: ['location::list', shiftHandoversContract.permissions.list] },
        },
        {
          href: '/locations/:id/history',
          label: 'overview:history',
          rule: { all: ['location::list', 'audit_log::list'] },
        },
      ],
      days: [
        {
          href: '/locations/:id/days',
          label: 'console:crumbs.days',
          rule: { all: ['location::list', 'slot::get'] },
        },
        { href: '/locations/:id/seals', label: 'seals:title', rule: chainRule },
        ...streams.sums,
      ],
      meters: [
        {
          href: '/locations/:id/meter-sheet',
          label: 'meter-sheet:title',
          rule: { all: ['location::list', 'slot::list'] },
        },
        ...streams.counters,
      ],
      configuration: [
        { href: '/config/location/:id', label: 'config:links.config', rule: 'location::list' },
        {
          href: '/config/general-location/:id',
          label: 'general-settings:link',
          rule: 'location::get_general_settings',
        },
        { href: '/config/compare?left=:id', label: 'config:links.compare', rule: 'location::list' },
        { href: '/held/location/:id', label: 'backdating:link', rule: 'location::get' },
      ],
      raw: streams.raw,
    },
    sections: {
      identity: ['name', 'code', 'tenant', 'licence_no', 'work_point_no'],
      place: ['address', 'city', 'county', 'lat', 'lon', 'contact', 'phone'],
      accounting: ['time_zone', 'gaming_day_start', 'rules_from'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
    presence: 'location',
    related: [
      {
        resource: 'smibs',
        filter: 'location',
        columns: ['mac', 'slot', 'firmware', 'condition', 'last_seen_at'],
      },
    ],
  },
  preview: { columns: ['code', 'city'] },
  form: {
    sections: {
      identity: ['name', 'code', 'tenant', 'licence_no', 'work_point_no'],
      place: ['address', 'city', 'county', 'lat', 'lon', 'contact', 'phone'],
      accounting: ['time_zone', 'gaming_day_start', 'rules_from'],
    },
  },
})
