/**
 * A label to stick on the slot: its serial and a code that opens its page. Made on the server, so it prints without any
 * script.
 */
import encodeQR from 'qr'
import { useShell, useLoaded } from '../../console/shell-context'
import { idOf } from '../../engine/data/resource-at.server'
import { resources } from '../../engine/definition/registry'
import { resourcePaths } from '../../addresses/names'
import { guarded } from '../../session/guard.server'
import { publicAddress } from '../../session/public-address.server'
import { LinkButton } from '../../ui/button'
import { PageHeader } from '../../ui/page'

export const loader = guarded('slot::list', async ({ api, params, url, t }) => {
  const id = idOf(params)
  const slot = (await api(resources.slots.contract).get(id)) as {
    serial: string
    asset_no: string | null
    position: string | null
    location: { name: string }
  }
  const modules = encodeQR(`${publicAddress(url).origin}${resourcePaths.slots}/${id}`, 'raw', {
    border: 2,
    ecc: 'medium',
  })
  return {
    title: t('overview:label_title', { serial: slot.serial }),
    crumbs: { [id]: slot.serial, label: t('overview:label') },
    id,
    serial: slot.serial,
    lines: [slot.location.name, slot.position, slot.asset_no].filter(line => line !== null),
    size: modules.length,
    // One path, a unit square for each dark module.
    path: modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join(''),
  }
})

export default function SlotLabel() {
  const { title, id, serial, lines, size, path } = useLoaded<typeof loader>()
  const { t } = useShell()
  return (
    <>
      <PageHeader
        title={title}
        commands={<LinkButton href={`${resourcePaths.slots}/${id}`}>{t('overview:label_back')}</LinkButton>}
      />
      <p className="no-print mb-2">{t('overview:label_hint')}</p>
      <div className="label-qr">
        <svg role="img" aria-label={title} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
          <path d={path} fill="#000" />
        </svg>
        <strong className="font-mono">{serial}</strong>
        {lines.map(line => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </>
  )
}
