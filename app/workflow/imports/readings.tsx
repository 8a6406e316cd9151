/** A file whose letters can be read in two ways: some cells in each, and the buttons that say which is right. */
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { importPaths, type Import } from './importer'

export function ChooseReading({ found, formKey }: { found: Import; formKey: string }) {
  const { t } = useShell()
  if (!found.can.read) return null
  const { readings, encoding } = found
  const form = (
    <form method="post" action={`${importPaths[found.entity]}/${found._id}`} className="form">
      <input type="hidden" name="idempotency_key" value={formKey} />
      {readings.map(one => (
        <div key={one.encoding}>
          <ul className="mb-1 list-disc pl-5">
            {one.samples.map((text, index) => (
              <li key={index}>{text}</li>
            ))}
          </ul>
          {found.state === 'checked' && one.encoding === encoding ? (
            <p>{t('imports:readings.now', { encoding })}</p>
          ) : (
            <Button name="encoding" value={one.encoding}>
              {t('imports:readings.choose', { encoding: one.encoding })}
            </Button>
          )}
        </div>
      ))}
    </form>
  )
  return found.state === 'unread' ? (
    <Alert tone="warn" className="mb-2" title={t('imports:readings.title')}>
      <p className="prose-width">{t('imports:readings.why')}</p>
      {form}
    </Alert>
  ) : (
    <details className="mb-2">
      <summary className="link">{t('imports:readings.again')}</summary>
      {form}
    </details>
  )
}

/** For a column of percents that the file writes as parts of one. */
export function TimesHundred({
  found,
  params,
  formKey,
}: {
  found: Import
  formKey: string
  params: Import['warnings'][number]['params']
}) {
  const { t } = useShell()
  return (
    <form method="post" action={`${importPaths[found.entity]}/${found._id}`}>
      <input type="hidden" name="idempotency_key" value={formKey} />
      <Button name="percents" value={String(params?.column)}>
        {t('imports:times_hundred', { count: Number(params?.parts), lines: params?.part_lines ?? '–' })}
      </Button>
    </form>
  )
}
