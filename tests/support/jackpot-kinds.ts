/** Pages about jackpots. */
export const jackpotKinds = [
  'jackpots',
  'jackpot',
  'new jackpot',
  'jackpot levels',
  'jackpot level',
  'new level',
  'regenerate',
  'jackpot sources',
  'jackpot source',
  'jackpot history',
  'win',
  'pay win',
  'told wins',
  'jackpot requests',
  'new jackpot request',
  'jackpot snapshots',
  'display channels',
  'display channel',
  'new display channel',
  'displays',
  'display',
  'new display',
  'hall preview',
] as const

export async function jackpotPages(recordOf: (list: string) => Promise<string>) {
  const level = await recordOf('/jackpot-levels?state=running')
  const channel = await recordOf('/display-channels')
  const win = await recordOf('/jackpot-history')
  return [
    { name: 'jackpots', path: '/jackpots' },
    { name: 'jackpot', path: await recordOf('/jackpots') },
    { name: 'new jackpot', path: '/jackpots/new' },
    { name: 'jackpot levels', path: '/jackpot-levels' },
    { name: 'jackpot level', path: level },
    { name: 'new level', path: '/jackpot-levels/new' },
    { name: 'regenerate', path: `${level}/regenerate` },
    { name: 'jackpot sources', path: '/jackpot-sources' },
    { name: 'jackpot source', path: await recordOf('/jackpot-sources') },
    { name: 'jackpot history', path: '/jackpot-history' },
    { name: 'win', path: win },
    { name: 'pay win', path: `${win}/pay` },
    { name: 'told wins', path: '/jackpot-tellings' },
    { name: 'jackpot requests', path: '/jackpot-requests' },
    { name: 'new jackpot request', path: '/jackpot-requests/new' },
    { name: 'jackpot snapshots', path: '/jackpot-snapshots' },
    { name: 'display channels', path: '/display-channels' },
    { name: 'display channel', path: channel },
    { name: 'new display channel', path: '/display-channels/new' },
    { name: 'displays', path: '/displays' },
    { name: 'display', path: await recordOf('/displays') },
    { name: 'new display', path: '/displays/new' },
    { name: 'hall preview', path: channel.replace('/display-channels/', '/hall/preview/') },
  ] as const
}
