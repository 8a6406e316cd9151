import { demoSnapshot } from './demo-snapshot'

/** Before the workers start, so that only one makes it. */
export default async function setup(): Promise<void> {
  await demoSnapshot()
}
