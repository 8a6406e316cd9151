import { age, choice, date, dateTime, linkTo, longText, mono, text } from '../../engine/fields'

/** Of a person who is not let in for some time, whoever decided it. */
export const termFields = {
  player: linkTo('players'),
  document: mono(),
  tenant: linkTo('tenants'),
  location: linkTo('locations'),
  state: choice({ pending: 'warn', active: 'bad', ended: 'muted', cancelled: 'muted' }),
  reason: longText(),
  valid_from: dateTime(),
  until_date: date(),
  valid_to: dateTime(),
  cancelled_at: dateTime(),
  cancelled_by: text(),
  cancel_reason: text(),
  created_at: dateTime(),
  updated_at: age(),
}
