/** Files of locations: their columns, and what somebody needs who imports them. */
import { defineImport } from '../../platform/contract/import-kind'

export const importKind = defineImport({
  key: 'code',
  columns:
    'code! name! tenant county city! address lat lon timezone gaming_day_start licence_no work_point_no contact phone active',
  permissions: {
    list: 'location::list',
    create: 'location::create',
    update: 'location::update',
    archive: 'location::archive',
    unarchive: 'location::unarchive',
  },
})
