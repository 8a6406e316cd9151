/** Where a page waits for a machine's answer. */
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
  return (
    <Island
      name="command-watch"
      props={{
        ...props,
        words: {
          waiting: t('control:watch.waiting'),
          answered: t('control:watch.answered'),
          show: t('control:watch.show'),
        },
      }}
    />
  )
}
