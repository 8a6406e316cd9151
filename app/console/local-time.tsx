/** Times of things that happened somewhere, in that place's zone (ruling 28). */
import { useShell } from './shell-context'
import { formatter } from '../i18n/format'
import { Time } from '../ui/time'

export function LocalTime({ at, zone }: { at: number; zone: string }) {
  const { locale } = useShell()
  const format = formatter(locale, zone)
  return <Time at={at} text={format.dateTime(at)} exact={format.exact(at)} />
}

export function ZoneLine({ zones }: { zones: readonly string[] }) {
  const { t, format } = useShell()
  return <p className="mb-1 text-sm">{t('activity:zone', { zone: format.list([...new Set(zones)]) })}</p>
}
