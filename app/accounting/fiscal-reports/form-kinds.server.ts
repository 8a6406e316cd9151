/** Both forms that are made of a stored report, by the name of their variant. */
import type { SharedForms } from '../../../backend/accounting/share-links/share-links.contract'
import { takingsForm } from './fiscal.server'
import type { FormKind } from './form-kind'
import { jackpotForm } from './jackpot-form'

export const kindOf: Readonly<Record<SharedForms['variant'], FormKind>> = {
  takings: takingsForm,
  jackpots: jackpotForm,
}
