/** What DEMO=on adds to a backend: a network to look at, its past, and its present. */
import { bootstrapAdmin } from '../auth/users.service'
import type { Deps } from '../deps'
import { seedNetwork } from './seed'
import { startSimulator } from './simulator'

export { demoSignIns } from './sign-ins'

/** Settles once the network is there (under two seconds, the first time); its past is told by the task runner. */
export async function startDemo(deps: Deps, { baseUrl }: { baseUrl: string }): Promise<{ stop(): Promise<void> }> {
  const { seeded } = await seedNetwork(deps)
  if (seeded) deps.log.info('demo network made; its history follows in the background')
  // Somebody's own network, where nobody may be able to sign in yet.
  else await bootstrapAdmin(deps)
  return startSimulator(deps, { baseUrl })
}
