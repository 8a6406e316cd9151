/** What a token's page begins with: whether it is used, how old its secret is, and how far it reaches. */
import type { apiTokensContract } from '../../../backend/identity/api-tokens/api-tokens.contract'
import type { RowOf } from '../../../backend/platform/contract/contract'
import { useShell } from '../../console/shell-context'
import { Tile, Tiles } from '../../ui/tiles'

const marks = { active: 'good', expiring: 'warn', expired: 'muted', revoked: 'muted' } as const

export function TokenTiles({ row }: { row: RowOf<typeof apiTokensContract> }) {
  const { t, format, now } = useShell()
  const never = t('api-tokens:tiles.never')
  const named = (row.locations?.length ?? 0) + (row.smibs?.length ?? 0)
  return (
    <Tiles label={t('api-tokens:tiles.label')}>
      <Tile
        label={t('api-tokens:fields.last_used_at')}
        value={row.last_used_at === null ? never : format.age(row.last_used_at, now)}
        isNone={row.last_used_at === null}
        note={row.last_used_address}
      />
      <Tile
        label={t('api-tokens:fields.expires_at')}
        mark={marks[row.state]}
        value={row.expires_at === null ? never : format.date(row.expires_at)}
        isNone={row.expires_at === null}
        note={t(`api-tokens:state.${row.state}`)}
      />
      <Tile
        label={t('api-tokens:tiles.secret')}
        value={format.age(row.rotated_at ?? row.created_at, now)}
        note={row.starts_with}
      />
      <Tile
        label={t('api-tokens:fields.rights')}
        value={format.number(row.rights.length)}
        note={row.rights.map(right => t(`api-tokens:rights.${right}`)).join(', ')}
      />
      <Tile
        label={t('api-tokens:tiles.named')}
        value={row.reach === 'part' ? format.number(named) : t('api-tokens:tiles.all')}
        note={t(`api-tokens:reach.${row.reach}`)}
      />
      <Tile
        label={t('api-tokens:fields.addresses')}
        value={row.addresses.length > 0 ? format.number(row.addresses.length) : t('api-tokens:tiles.any')}
        isNone={row.addresses.length === 0}
      />
    </Tiles>
  )
}
