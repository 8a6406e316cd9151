/** A column of alarm rules that reads otherwise for whoever sees a part of the network. */
import type { Reference } from '../../../backend/platform/contract/primitives'
import { several } from '../../engine/fields'
import type { Field } from '../../engine/fields/field'
import type { Translate } from '../../i18n/locales'

type Cell = Readonly<Record<string, unknown>>

/** Of those that a rule names, how many its reader does not see; null: it names none, and is about all. */
function hiddenOf(shown: readonly Reference[], row: Cell | undefined): number | null {
  const all = Number(row?.location_count ?? shown.length)
  return all === 0 ? null : all - shown.length
}

const hiddenWords = (hidden: number, t: Translate) => t('alarm-rules:places.hidden', { count: hidden })

/** None means all of the tenant's, which is said; so is how many the reader does not see. */
export const ruleLocations = (): Field<readonly Reference[]> => {
  const names = several('locations')
  return {
    ...names,
    reads: ['location_count'],
    cell: (shown, ctx, row) => {
      const hidden = hiddenOf(shown, row)
      if (hidden === null) return ctx.t('alarm-rules:places.all')
      if (hidden === 0) return names.cell(shown, ctx)
      if (shown.length === 0) return hiddenWords(hidden, ctx.t)
      return (
        <>
          {names.cell(shown, ctx)}, {hiddenWords(hidden, ctx.t)}
        </>
      )
    },
    csvValue: (shown, { t }, row) => {
      const hidden = hiddenOf(shown, row)
      if (hidden === null) return t('alarm-rules:places.all')
      const words = shown.map(one => one.name)
      return [...words, ...(hidden > 0 ? [hiddenWords(hidden, t)] : [])].join('; ')
    },
  }
}
