/** Where a page waits for a SMIB's answer. */
import { Island } from './island'

export function CommandWatch({
  t,
  ...props
}: {
  t: (key: string) => string
  href: string
  here: string
  open?: string[]
}) {
  const words = { answered: t('control:watch.answered'), show: t('control:watch.show') }
  return (
    <Island name="command-watch" props={{ ...props, words }}>
      <p role="status" className="mb-2 text-sm">
        {t('control:watch.waiting')}
      </p>
    </Island>
  )
}
