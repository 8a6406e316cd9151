/** What the address of a record's history can say. */
import type { ListSpec } from '../address/list-spec'

/** Every word that an action can be: the backend knows more than this page does. */
export const historySpec: ListSpec = {
  sort: '-at',
  sortKeys: ['at'],
  filters: ['action'],
  period: '',
  accepts: (_filter, text) => /^[a-z_]{1,64}$/.test(text),
}
