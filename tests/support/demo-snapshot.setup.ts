import { demoSnapshot } from './demo-snapshot'

/**
 * Before the workers start, so that only one makes it; they are told where it is, since finding it reads all sources.
 */
export default async function setup(): Promise<void> {
  process.env.DEMO_SNAPSHOT = await demoSnapshot()
}
