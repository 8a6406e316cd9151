/** Whom one may sign in as in the demo: its data is invented, so its passwords keep nothing. */
import { useShell } from '../../console/shell-context'
import { DataTable } from '../../ui/table'

interface DemoUser {
  username: string
  password: string
  role: string
}

/** `share`: the address of a sealed month that needs no account. */
export function DemoSignIns({ users, share }: { users: readonly DemoUser[]; share: string | null }) {
  const { t } = useShell()
  if (users.length === 0) return null
  return (
    <section className="mt-6">
      <h2>{t('auth:demo.title')}</h2>
      <p>{t('auth:demo.what')}</p>
      <DataTable
        caption={t('auth:demo.title')}
        columns={[
          { key: 'username', label: t('auth:username'), mono: true },
          { key: 'password', label: t('auth:password'), mono: true, rank: 2 },
        ]}
        rows={users.map(({ username, password }) => ({ key: username, cells: [username, password] }))}
      />
      {share === null ? null : (
        <p>
          <a className="link" href={share}>
            {t('auth:demo.share')}
          </a>
        </p>
      )}
    </section>
  )
}
