/** The console's metrics, where CONSOLE_METRICS says where to read them. */
import { programMetrics, type RequestDone } from '../../backend/platform/process/program-metrics'
import { env } from './env.server'
import { log } from './log.server'
import { once } from './once.server'

const holder = () =>
  once('metrics', () => ({ requestDone: undefined as ((done: RequestDone) => void) | undefined }))

/** Rejects with one line where they cannot be read there. */
export async function startMetrics(): Promise<void> {
  const { metrics: address } = env()
  if (!address) return
  const metrics = await programMetrics([], log)
  const { stop } = await metrics.listen(address, 'CONSOLE_METRICS')
  holder().requestDone = metrics.requestDone
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}

export const requestDone = (request: RequestDone): void => holder().requestDone?.(request)
