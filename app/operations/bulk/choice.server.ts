/** Reads the address of a new bulk action: its slots, and the first values of its form. */
import { bulkAction, type BulkAction } from '../../../backend/operations/bulk/bulk.contract'
import { readListQuery } from '../../engine/address/list-query'
import { readSelection, type Selection } from '../../engine/data/selection.server'
import { resources } from '../../engine/definition/registry'
import type { GuardedContext } from '../../session/guard.server'
import { ANSWER, SAVED_FORM } from '../../addresses/own-parameters'
import { filters, whichFields } from './choice'
import { noticeOf } from '../../engine/address/notice'
import type { ListSpec, Notice } from '../../engine/address/list-spec'

export interface Choice {
  /** The selection that a list sent; null when the slots are chosen in the form. */
  selection: Selection | null
  /** Which slots, by the filters of their list. */
  filters: Record<string, string[]>
  /** The first values of the form. */
  typed: Record<string, string>
  /** The parts of the address that were not used. */
  notices: Notice[]
  /** Without the unused parts more slots than intended would match, so the form is not offered. */
  isUnclear: boolean
}

type Address = Pick<GuardedContext, 'url' | 'timeZone'>

/** Say nothing of which slots, so that a wrong one widens nothing. */
const options = ['action', 'reason']
/** Parameters of a list that do not choose rows. */
const ofPages = ['page', 'rowsPerPage']

/** What is done: a lock, unless the address says otherwise. */
export const actionOf = ({ typed }: Pick<Choice, 'typed'>): BulkAction =>
  typed.action === 'unlock' ? 'unlock' : 'lock'

export function readChoice(address: Address): Choice {
  const finds = whichFields.map(field => `find.${field}`)
  const selection = readSelection(address, resources.slots, [...options, ...finds])
  const said = optionsOf(address)
  if (selection.isMatching || selection.ids.length > 0)
    return {
      selection,
      filters: selection.isMatching ? selection.query.filters : {},
      typed: said.typed,
      notices: [...selection.notices, ...said.notices],
      isUnclear: selection.isUnclear,
    }
  const which = whichOf(address, finds)
  // A selection or filter could not be read.
  const ofChoice = selection.notices.filter(({ parameter }) => ['selected', 'matching'].includes(parameter))
  const notices = [...ofChoice, ...which.notices]
  return {
    selection: null,
    filters: which.filters,
    typed: { ...said.typed, ...which.typed },
    notices: [...notices, ...said.notices],
    isUnclear: notices.length > 0,
  }
}

/** The form's own filters, each with one value: `/bulk-actions/new?location=…`. */
function whichOf({ url: { searchParams }, timeZone }: Address, finds: readonly string[]) {
  const spec: ListSpec = { ...resources.slots.list, filters, fixedOrder: true, period: undefined }
  const own = [...options, ...finds, 'selected', 'matching', ANSWER, SAVED_FORM]
  const { query, notices } = readListQuery(searchParams, spec, timeZone, { own })
  const reject = (parameter: string, reason: Notice['reason']) =>
    notices.push(noticeOf(parameter, searchParams.get(parameter) ?? '', reason))
  const hasNotice = (name: string) => notices.some(({ parameter }) => parameter === name)
  for (const name of ofPages) if (searchParams.get(name) && !hasNotice(name)) reject(name, 'unknown')
  const values = Object.entries({ query: query.query ? [query.query] : [], ...query.filters })
  for (const [name, { length }] of values) if (length > 1) reject(name, 'repeated')
  return {
    notices,
    filters: query.filters,
    typed: Object.fromEntries(values.map(([name, [first = '']]) => [name, first])),
  }
}

function optionsOf({ url: { searchParams }, timeZone }: Address) {
  const notices: Notice[] = []
  const typed: Record<string, string> = { unlock_zone: timeZone }
  for (const parameter of options) {
    const [text = '', ...more] = searchParams.getAll(parameter)
    const reject = (reason: Notice['reason']) => notices.push(noticeOf(parameter, text, reason))
    if (more.some(other => other !== text)) reject('repeated')
    if (parameter === 'action' && text !== '' && !bulkAction.safeParse(text).success) {
      reject('unusable')
      continue
    }
    if (text.length > MAX_REASON) notices.push(noticeOf(parameter, String(MAX_REASON), 'too_long'))
    if (text !== '') typed[parameter] = text.slice(0, MAX_REASON)
  }
  return { typed, notices }
}

/** As long as the form takes one. */
const MAX_REASON = 200
