/** Rows of raw data for a test's own tables, as they are stored: their identifiers by number. */
import { numberOf } from '../../backend/platform/db/short-ids'

interface Shown {
  slot_id: string
  location_id: string
  tenant_id: string
}

export const storedHour = <Row extends Shown>({ slot_id, location_id, tenant_id, ...row }: Row) => ({
  ...row,
  slot_nr: numberOf(slot_id),
  location_nr: numberOf(location_id),
  tenant_nr: numberOf(tenant_id),
})
