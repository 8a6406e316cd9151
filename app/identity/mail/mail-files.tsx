/** What was attached to an e-mail that stays here: each file by a button, since taking it is written down. */
import { mailFiles, mailFilesPath, type MailFile } from '../../../backend/identity/mail/mail.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { Button } from '../../ui/button'
import { DataTable } from '../../ui/table'

export const mailFilesOf = sidePanel({
  title: 'outbox:files.title',
  ask: id => ({ permission: 'mail::list', path: mailFilesPath(id), shape: mailFiles }),
  show: ({ files }, _, { _id }) => <Files files={files} mail={_id} />,
})

function Files({ files, mail }: { files: readonly MailFile[]; mail: string }) {
  const { t, format, can } = useShell()
  if (files.length === 0) return <p>{t('outbox:files.none')}</p>
  return (
    <DataTable
      caption={t('outbox:files.title')}
      columns={[
        { key: 'name', label: t('outbox:files.name') },
        { key: 'size', label: t('outbox:files.size'), numeric: true, rank: 2 },
        { key: 'take', label: t('outbox:files.take'), rank: 3 },
      ]}
      rows={files.map(({ nr, name, size }) => ({
        key: String(nr),
        cells: [
          name,
          format.number(Math.ceil(size / 1024)),
          can('mail::read') ? (
            <form method="post" action={`/admin/outbox/${mail}/file`}>
              <input type="hidden" name="nr" value={nr} />
              <Button icon="download">{t('outbox:files.download')}</Button>
            </form>
          ) : (
            ''
          ),
        ],
      }))}
    />
  )
}
