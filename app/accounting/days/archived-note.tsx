/** Says that the readings of the day are in archive files, since an empty table would say that there never were any. */
import type { DayHead } from '../../../backend/accounting/days/days.contract'
import { useShell } from '../../console/shell-context'
import { resourcePaths } from '../../addresses/names'
import { Alert } from '../../ui/alert'

export function ArchivedNote({ head: { archived, location, day } }: { head: DayHead }) {
  const { t, format } = useShell()
  if (!archived) return null
  const search = new URLSearchParams({ location: location._id, day })
  return (
    <Alert tone="info" className="mb-2">
      <p>
        {t('raw-archives:day_note', { at: format.dateTime(archived.at), rows: format.number(archived.rows) })}{' '}
        <a className="link" href={`${resourcePaths['raw-archives']}?${search.toString()}`}>
          {t('raw-archives:files', { count: archived.files })}
        </a>
      </p>
    </Alert>
  )
}
