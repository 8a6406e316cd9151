import type {
  PlayerPicture,
  SeenPicture,
} from '../../../backend/players/player-exclusion/player-pictures.contract'
import { useShell } from '../../console/shell-context'
import { Button } from '../../ui/button'
import { DataTable } from '../../ui/table'

/** Lists the existing pictures without showing them. */
export function PictureTable({
  pictures,
  mayChange,
  action,
}: {
  pictures: readonly PlayerPicture[]
  mayChange: boolean
  action: string
}) {
  const { t, format } = useShell()
  if (pictures.length === 0) return <p className="mb-3">{t('players:pictures.none')}</p>
  return (
    <DataTable
      caption={t('players:pictures.link')}
      columns={[
        { key: 'kind', label: t('players:pictures.kind') },
        { key: 'added', label: t('players:pictures.added_at') },
        { key: 'by', label: t('players:pictures.added_by') },
        ...(mayChange ? [{ key: 'remove', label: t('players:pictures.remove') }] : []),
      ]}
      rows={pictures.map(({ _id, kind, added_at, added_by }) => ({
        key: _id,
        cells: [
          t(`players:pictures.kinds.${kind}`),
          format.dateTime(added_at),
          added_by,
          ...(mayChange
            ? [
                <form key="remove" method="post" action={action}>
                  <input type="hidden" name="intent" value="remove" />
                  <input type="hidden" name="picture" value={_id} />
                  <Button>{t('players:pictures.remove')}</Button>
                </form>,
              ]
            : []),
        ],
      }))}
    />
  )
}

/** The picture is part of the page itself: proxies could store a picture with an address of its own. */
export function PictureSheet({ pictures }: { pictures: readonly SeenPicture[] }) {
  const { t, format } = useShell()
  return (
    <div className="mb-4 grid gap-4">
      {pictures.map(({ _id, kind, added_at, added_by, webp }) => (
        <figure key={_id}>
          <img
            src={`data:image/webp;base64,${webp}`}
            alt={t(`players:pictures.kinds.${kind}`)}
            className="max-w-full"
          />
          <figcaption>
            {[t(`players:pictures.kinds.${kind}`), format.dateTime(added_at), added_by].join(' · ')}
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
