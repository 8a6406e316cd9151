/** SMIBs that sent under a token and that nobody has registered: the way from a box of boards to connected ones. */
import type { z } from 'zod'
import { unknownSmibs, unknownSmibsPath } from '../../../backend/telemetry/ingestion/unknown-smibs.contract'
import { useShell } from '../../console/shell-context'
import { sidePanel } from '../../engine/definition/side-panel'
import { resourcePaths } from '../../addresses/names'
import { DataTable } from '../../ui/table'

export const unknownOfToken = () =>
  sidePanel({
    title: 'activity:unknown.title',
    ask: id => ({ permission: 'api_token::list', path: unknownSmibsPath(id), shape: unknownSmibs }),
    show: ({ smibs }) => <UnknownSmibs smibs={smibs} />,
    wide: true,
  })

function UnknownSmibs({ smibs }: z.output<typeof unknownSmibs>) {
  const { t, format, can } = useShell()
  if (smibs.length === 0) return <p>{t('activity:unknown.none')}</p>
  const mayAdd = can('smib::create')
  return (
    <>
      <p>{t('activity:unknown.what')}</p>
      <DataTable
        caption={t('activity:unknown.title')}
        columns={[
          { key: 'mac', label: t('activity:unknown.mac') },
          { key: 'first', label: t('activity:unknown.first') },
          { key: 'last', label: t('activity:refused.last'), rank: 3 },
          { key: 'times', label: t('activity:refused.times'), numeric: true },
          ...(mayAdd ? [{ key: 'add', label: t('activity:unknown.do'), rank: 2 as const }] : []),
        ]}
        rows={smibs.map(({ mac, first_at, last_at, times }) => ({
          key: mac,
          cells: [
            <code key="mac">{mac}</code>,
            format.dateTime(first_at),
            format.dateTime(last_at),
            format.number(times),
            ...(mayAdd
              ? [
                  <a key="add" href={`${resourcePaths.smibs}/new?mac=${mac}`}>
                    {t('activity:unknown.add')}
                  </a>,
                ]
              : []),
          ],
        }))}
      />
    </>
  )
}
