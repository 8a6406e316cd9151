import { locationsContract } from '../../../backend/locations/locations.contract'
import { gamingDays } from '../../activity/gaming-days'
import { defineResource } from '../../engine/define-resource'
import { age, dateTime, linkTo, mono, phone, text, timeOfDay, timeZone } from '../../engine/fields'

export const locations = defineResource('locations', locationsContract, {
  title: 'name',
  fields: {
    code: mono(), name: text(), tenant: linkTo('tenants'), county: text(), city: text(), address: text(),
    time_zone: timeZone(), gaming_day_start: timeOfDay(), licence_no: mono(), work_point_no: mono(), contact: text(), phone: phone(),
    archived_at: dateTime(), created_at: dateTime(), updated_at: age(),
  },
  list: {
    columns: ['name', 'code', 'tenant', 'city', 'county', 'gaming_day_start', 'work_point_no', 'updated_at'],
    summary: ['code', 'city'],
    filters: ['tenant', 'county', 'city', 'archived'],
    sort: 'name',
  },
  detail: {
    sections: {
      identity: ['name', 'code', 'tenant', 'licence_no', 'work_point_no'],
      place: ['address', 'city', 'county', 'contact', 'phone'],
      accounting: ['time_zone', 'gaming_day_start'],
      record: ['created_at', 'updated_at', 'archived_at'],
    },
    presence: 'location',
    activity: [gamingDays('location')],
    related: [
      { resource: 'slots', filter: 'location', columns: ['serial', 'game_mix', 'status', 'state', 'last_seen_at'] },
      { resource: 'smibs', filter: 'location', columns: ['mac', 'slot', 'firmware', 'state', 'last_seen_at'] },
    ],
  },
  form: {
    sections: {
      identity: ['name', 'code', 'tenant', 'licence_no', 'work_point_no'],
      place: ['address', 'city', 'county', 'contact', 'phone'],
      accounting: ['time_zone', 'gaming_day_start'],
    },
  },
})
