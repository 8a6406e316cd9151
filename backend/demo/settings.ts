/**
 * Settings that the demo's people have made: enough that inheritance, versions and the comparison of two locations
 * have something to show. No secrets.
 */
import { DAY_MS } from '../platform/contract/durations'
import type { ConfigSetsTable, SetKind } from '../platform/layered-settings/config.table'
import type { Db } from '../platform/db/database'
import { type Network } from './network'

type Values = Record<string, string | number | boolean>

export async function addSettings(db: Db, network: Network): Promise<void> {
  const rows: ConfigSetsTable[] = []
  const keep = (kind: SetKind, owner: string, tenant: string, by: string, versions: readonly Values[]) =>
    versions.forEach((values, at) =>
      rows.push({
        kind,
        owner_id: owner,
        tenant_id: tenant,
        version: at + 1,
        values_json: JSON.stringify(values),
        changed_by: 'demo',
        changed_by_name: by,
        changed_at: network.madeAt - (versions.length - at) * 9 * DAY_MS,
        source: 'form',
        restored_from: null,
        reason: at > 0 ? 'Hotărârea conducerii' : null,
      }),
    )
  for (const tenant of network.tenants) {
    keep('tenant', tenant.id, tenant.id, 'Mihaela Țăranu', [
      {
        'broker.uri': `mqtts://broker.${tenant.key}.example:8883`,
        'broker.topic': `smib/${tenant.key}`,
        'ota.url': `https://ota.${tenant.key}.example/firmware`,
      },
    ])
  }
  for (const [at, location] of network.locations.entries()) {
    const first: Values = {
      'net.ssid': `smib-${location.code.toLowerCase()}`,
      'net.channel': [1, 6, 11][at % 3] ?? 1,
    }
    if (at % 3 === 0) keep('location', location.id, location.tenantId, location.contact, [first])
    if (at % 3 === 1)
      keep('location', location.id, location.tenantId, location.contact, [
        first,
        { ...first, 'data.packet': 240, 'data.pulse_off': 150 },
      ])
  }
  // One SMIB in the largest location tries the next firmware.
  const trial = network.machines.find(slot => slot.smib && !slot.story)
  if (trial?.smib)
    keep('smib', trial.smib.id, trial.tenantId, trial.location.contact, [
      { 'app.firmware': '2.6.0-rc1', 'data.heartbeat': 30 },
    ])
  const largest = network.tenants[0]
  if (largest)
    keep('fraud', largest.id, largest.id, 'Mihaela Țăranu', [
      { max_handpay: 800_000, max_door_open: 10 },
      { max_handpay: 800_000, max_door_open: 10, auto_lock: true },
    ])
  const newest = new Map(rows.map(row => [`${row.kind} ${row.owner_id}`, row]))
  await db.insertInto('config_versions').values(rows).execute()
  await db
    .insertInto('config_sets')
    .values([...newest.values()])
    .execute()
}
