import type { ReactNode } from 'react'
import type { LastSave } from '../../../backend/platform/contract/problem'
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'
import { ConflictChoice, type Rival } from './conflict-choice'

interface OneSided {
  name: string
  label: string
  value: ReactNode
}

/** Somebody saved first: who and when, what both have changed, and what one alone has. */
export function ConflictNote({
  saved,
  rivals,
  taken,
  own,
}: {
  saved: LastSave | null
  rivals: readonly Rival[]
  taken: readonly OneSided[]
  own: readonly OneSided[]
}) {
  const { t, format } = useShell()
  const isMerged = rivals.length === 0 && taken.length + own.length > 0
  return (
    <>
      <Alert tone="warn" title={t('engine:conflict.title')} takesFocus>
        {saved ? (
          <p>{t('engine:conflict.saved', { who: whoOf(t, saved), at: format.exact(saved.at) })}</p>
        ) : null}
        <p>{t(isMerged ? 'engine:conflict.merged' : 'engine:conflict.text')}</p>
      </Alert>
      {isMerged ? null : <ConflictChoice rivals={rivals} />}
      <OneSidedList title={t('engine:conflict.taken')} fields={taken} />
      <OneSidedList title={t('engine:conflict.own')} fields={own} />
    </>
  )
}

const whoOf = (t: ReturnType<typeof useShell>['t'], { by: { kind, name } }: LastSave): string =>
  kind === 'user' ? (name ?? t('engine:conflict.who.user')) : t(`engine:conflict.who.${kind}`)

function OneSidedList({ title, fields }: { title: string; fields: readonly OneSided[] }) {
  if (fields.length === 0) return null
  return (
    <div className="mb-2">
      <p>{title}</p>
      <ul className="list-disc pl-5">
        {fields.map(({ name, label, value }) => (
          <li key={name}>
            {label}: {value}
          </li>
        ))}
      </ul>
    </div>
  )
}
