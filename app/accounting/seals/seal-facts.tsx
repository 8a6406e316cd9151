/** What stands on a sealed document, for comparing it with the paper. */
import { currency as currencies } from '../../../backend/platform/contract/primitives'
import type { VerifyAnswer } from '../../../backend/accounting/seals/seals.contract'
import { useShell } from '../../console/shell-context'
import { Facts, type Fact } from '../../ui/facts'

export type SealShown = NonNullable<VerifyAnswer['seal']>

/** As the forms have them; in the sealed text they stand by the alphabet. */
const ORDER = ['collected', 'paid', 'jackpots', 'takings', 'difference']
const placeOf = ({ name }: { name: string }) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

export function SealFacts({ seal }: { seal: SealShown }) {
  const { t, format } = useShell()
  const currency = currencies.safeParse(seal.currency).data
  const items: Fact[] = [
    { key: 'kind', label: t('verify:facts.kind'), value: t(`verify:kinds.${seal.kind}`) },
    { key: 'location', label: t('verify:facts.location'), value: seal.location },
    {
      key: 'period',
      label: t('verify:facts.period'),
      value: seal.period.length === 7 ? format.month(seal.period) : format.gamingDay(seal.period),
    },
    { key: 'revision', label: t('verify:facts.revision'), value: format.number(seal.revision) },
    { key: 'number', label: t('verify:facts.number'), value: format.number(seal.number) },
    { key: 'sealed_at', label: t('verify:facts.sealed_at'), value: format.exact(seal.sealed_at) },
    { key: 'code', label: t('verify:facts.code'), value: <span className="font-mono">{seal.code}</span> },
    {
      key: 'characters',
      label: t('verify:facts.characters'),
      value: <span className="font-mono">{seal.signature_characters}</span>,
    },
    ...seal.totals
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .map(({ name, minor }) => ({
        key: `total ${name}`,
        label: t([`verify:totals.${name}`, 'verify:totals.other'], { name }),
        value: currency ? format.money({ minor, currency }) : format.amount(minor),
      })),
  ]
  return <Facts items={items} />
}
