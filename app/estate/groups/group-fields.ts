import { age, dateTime, integer, longText, several, text } from '../../engine/fields'

/** Of a group of tenants, locations or slots: its members by name, and by a rule. */
export const groupFields = (members: 'tenants' | 'locations' | 'slots') => ({
  name: text(),
  description: longText(),
  size: integer(),
  chosen: integer(),
  left_out: integer(),
  members: several(members),
  excluded: several(members),
  rule_query: text(),
  archived_at: dateTime(),
  created_at: dateTime(),
  updated_at: age(),
})
