import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import type { ListViews } from '../data/views'
import type { Resource } from '../definition/resource'

/** A view that is not what it was says so; the list is shown as far as it can be. */
export function ViewNote({ resource: { path }, note }: { resource: Resource; note: ListViews['note'] }) {
  const { t } = useShell()
  if (!note) return null
  const link = (href: string, words: string) => (
    <p>
      <a className="link" href={href}>
        {words}
      </a>
    </p>
  )
  if (note.kind === 'gone') return <Alert tone="info" className="mb-2" title={t('views:note.gone')} />
  if (note.kind === 'lost_default') {
    return (
      <Alert tone="warn" className="mb-2" title={t('views:note.lost_default', { name: note.name })}>
        {link(`${path}/views#saved`, t('views:note.choose'))}
      </Alert>
    )
  }
  return (
    <Alert tone="warn" className="mb-2" title={t('views:note.outdated', { name: note.name })}>
      {note.changeable ? link(`${path}/views?edit=${note.id}`, t('views:note.change')) : null}
    </Alert>
  )
}
