/** From a sealed form to what proves it. */
import type { SealShown } from '../../../backend/accounting/fiscal-reports/daily-reports.contract'
import { useShell } from '../../console/shell-context'

interface SealLinksProps {
  seal: NonNullable<SealShown>
  location: string
  /** Only of the form in force, since a person may request that its day is opened again. */
  day?: string
}

export function SealLinks({ seal, location, day }: SealLinksProps) {
  const { t, can } = useShell()
  return (
    <ul className="no-print mt-2 flex flex-wrap gap-4">
      <li>
        <a className="link" href={`/verify?code=${seal.code}`}>
          {t('fiscal:seal.verify')}
        </a>
      </li>
      <li>
        <a className="link" href={`/locations/${location}/seals`}>
          {t('fiscal:seal.chain')}
        </a>
      </li>
      {day && can('location::seal_report') ? (
        <li>
          <a className="link" href={`/reports/reopenings/new?location=${location}&day=${day}`}>
            {t('fiscal:seal.reopen')}
          </a>
        </li>
      ) : null}
    </ul>
  )
}
