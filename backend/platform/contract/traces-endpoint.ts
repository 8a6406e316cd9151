/** Where traces of requests are sent: the base address of a collector, as OpenTelemetry has it. */
import { z } from 'zod'

export const tracesEndpoint = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as http://localhost:4318',
})
