import type { ReactNode } from 'react'
import { useShell } from '../../console/shell-context'
import { Alert } from '../../ui/alert'

/** What is decided for a whole location or tenant: whom rules narrow to a part reads why they cannot, and no form. */
export function WholeOnly({ children }: { children: ReactNode }) {
  const { t, user } = useShell()
  return user?.isNarrowed ? (
    <Alert tone="warn" className="mb-2">
      {t('errors:codes.narrowed')}
    </Alert>
  ) : (
    children
  )
}
