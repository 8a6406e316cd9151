/** The entity that a subject of raw data is a record of. */
import type { StreamSubject } from '../../../backend/platform/contract/stream'
import type { ResourceName } from '../../addresses/names'

export const resourceOf: Readonly<Record<StreamSubject, ResourceName>> = {
  tenant: 'tenants',
  location: 'locations',
  slot: 'slots',
  smib: 'smibs',
}
