/** What somebody sent, as an endpoint takes it: renamed, out of its envelope, checked. */
import { z } from 'zod'
import { inOwnMembers, namedAsSent, outOfEnvelope } from './body-aliases'
import { jsonOf, parse, readBytes } from '../request/parse'
import type { EndpointSpec } from './endpoint'

const nothing = z.strictObject({})

/**
 * An endpoint that asks for nothing is sent nothing, or `{}`: whoever sends more means something that would not happen.
 */
export async function bodyReader(
  spec: EndpointSpec<z.ZodType, z.ZodType, z.ZodType>,
  request: Request,
  turn: () => Promise<void> | undefined,
): Promise<() => unknown> {
  const { body, maxBytes, aliases } = spec
  if (body) {
    const bytes = await readBytes(request, maxBytes)
    await turn()
    return () => {
      const sent = outOfEnvelope(jsonOf(request, bytes, spec), spec)
      return namedAsSent(sent, aliases, () => parse(body, inOwnMembers(sent, aliases)))
    }
  }
  if (!spec.bytes && spec.method !== 'GET') parse(nothing, jsonOf(request, await readBytes(request)))
  return () => undefined
}
