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
] as const

export async function jackpotPages(recordOf: (list: string) => Promise<string>) {
  const level = await recordOf('/jackpot-levels?state=running')
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
  ] as const
}
