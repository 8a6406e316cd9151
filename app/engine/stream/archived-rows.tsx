/** What a period has no more rows of is in files. */
import type { ArchivedSpan } from '../../../backend/platform/contract/archived-span'
import { useShell } from '../../console/shell-context'
import { formatter } from '../../i18n/format'
import { resourcePaths } from '../../addresses/names'
import { Alert } from '../../ui/alert'

/** `zone`: of the place, where that is not its reader's. */
export function ArchivedRows({ span, zone }: { span: ArchivedSpan | null | undefined; zone?: string }) {
  const { t, locale, timeZone } = useShell()
  if (!span) return null
  const format = formatter(locale, zone ?? timeZone)
  const search = span.location === null ? '' : `?location=${span.location}`
  return (
    <Alert tone="info" className="mb-2">
      <p>
        {t('raw-archives:period_note', {
          from: format.dateTime(span.from),
          to: format.dateTime(span.to),
        })}{' '}
        <a className="link" href={`${resourcePaths['raw-archives']}${search}`}>
          {t('raw-archives:files', { count: span.files })}
        </a>
      </p>
    </Alert>
  )
}
