/**
 * A demo slot's answers to its SMIB's questions (SAS long polls 1F, 51, 54, A0, 73; domain notes, section 1).
 * `assetNo`: as its menu has it now, 0 for none. Pure.
 */
import type { DemoSlot } from './network'

export function sasConfigOf(
  slot: Pick<
    DemoSlot,
    'index' | 'serial' | 'position' | 'protocol' | 'denomination' | 'theoreticalRtp' | 'profile'
  >,
  assetNo: number,
): Record<string, string | number | boolean> {
  const { index, serial, position, protocol, denomination, theoreticalRtp, profile } = slot
  const version = protocol.replace('SAS ', '')
  return {
    // One in forty had its address changed in the operator menu, and nobody wrote it down: that is what asking is for.
    sas_address: index % 40 === 7 ? (position % 127) + 1 : position,
    sas_version: version,
    poll_ms: 200,
    real_time: false,
    machine_serial: serial,
    ...(assetNo > 0 && { asset_number: assetNo }),
    denomination,
    game_number: 0,
    games: 4 + (index % 29),
    paytable: `P${String(theoreticalRtp).padStart(5, '0')}`,
    base_percent: theoreticalRtp,
    aft: profile.cashless,
    tickets: profile.pays === 'ticket',
    validation: profile.pays === 'ticket' ? 'system' : 'none',
    progressives: index % 3 === 0,
    bonus_awards: version !== '6.01',
    extended_meters: version !== '6.01',
    component_authentication: version === '6.03',
  }
}
