/** Where Prometheus reads a program's metrics. */
import { z } from 'zod'

export interface MetricsAddress {
  host: string
  port: number
}

const form = /^(?:(?<host>[^:[\]\s]+|\[[0-9a-fA-F:]+\]):)?(?<port>\d{1,5})$/

/** `127.0.0.1:9464`, `[::1]:9464`, or a port alone, which is this computer's own. */
export const metricsAddress = z.string().transform((text, context): MetricsAddress => {
  const { host = '127.0.0.1', port = '' } = form.exec(text)?.groups ?? {}
  if (port === '' || Number(port) < 1 || Number(port) > 65_535) {
    context.addIssue({ code: 'custom', message: 'must be host:port' })
    return z.NEVER
  }
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }
})
