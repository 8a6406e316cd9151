import { manyLocations } from '../../locations/locations-many.service'
import { timeOfDay, yesNo } from '../cells'
import { keeps, own, type Importer } from './importer'
import { alive, any, exists } from './in-use'

export const locations: Importer = {
  many: manyLocations,
  table: 'locations',
  key: 'code',
  name: 'name',
  columns: {
    ...own(
      'code',
      'name',
      'county',
      'city',
      'address',
      'lat',
      'lon',
      'licence_no',
      'work_point_no',
      'contact',
      'phone',
    ),
    tenant: keeps('tenant'),
    timezone: keeps('time_zone'),
    gaming_day_start: keeps('gaming_day_start', timeOfDay),
    active: keeps(null, yesNo),
  },

  draft: ({ tenant, problems }, raw, { mode }) => {
    if (tenant) raw.tenant = tenant.id
    else if (mode !== 'update' && !problems.some(one => one.column === 'tenant'))
      problems.push({ column: 'tenant', code: 'required' })
  },
  uses: [
    ['in_use', any(alive('slots', 'location_id'), alive('smibs', 'location_id'))],
    ['has_history', any(exists('messages', 'location_id'), exists('events', 'location_id'))],
  ],
}
