/**
 * Another path of an endpoint (ruling 52): what answers there is the endpoint itself, with its permission, its rules
 * and its body.
 */
import type { z } from 'zod'
import type { Api, EndpointContext } from './api'
import { parse } from '../request/parse'
import type { EndpointSpec } from './endpoint'

/** As endpoints are stored: of any shape. */
type Any = EndpointContext<Record<string, unknown>, unknown, Record<string, unknown>>

export interface PathAlias {
  /** `POST /api/users/v1/delete/:id` */
  path: string
  /** Method and path of the endpoint that answers. */
  of: string
  /** Of the alias, where they are not the endpoint's own. */
  summary?: string
  params?: z.ZodType | undefined
  body?: z.ZodType
  response?: z.ZodType
  /**
   * What the endpoint gets, where that is not what was sent; it is parsed as if it had been. `of`: another endpoint
   * of the same permission.
   */
  asks?: (context: Any) => Promise<{ of?: string; params?: object; body?: object }>
  /** What is said of its answer. */
  says?: (answer: Record<string, unknown>) => unknown
}

export function aliasPath(api: Api, { path, of, asks, says, ...own }: PathAlias): void {
  const known = (name: string) => {
    const found = api.served.get(name)
    if (!found) throw new Error(`${path} is another path of ${name}, which no module serves`)
    return found
  }
  const { spec } = known(of)
  const [method, at] = path.split(' ') as [EndpointSpec<never, never, never>['method'], string]
  if (method !== spec.method) throw new Error(`${path} is another path of ${of}, with another method`)
  api.endpoint(
    { ...spec, summary: `${spec.summary}, by the specification’s path`, ...own, path: at, aliasOf: of },
    async context => {
      const meantRequest = await asks?.(context as unknown as Any)
      const { spec: meant, answer } = known(meantRequest?.of ?? of)
      const said = await answer({
        ...context,
        ...(meantRequest?.params && { params: parse(meant.params as z.ZodType, meantRequest.params) }),
        ...(meantRequest?.body && { body: parse(meant.body as z.ZodType, meantRequest.body) }),
      } as never)
      return says ? says(said as Record<string, unknown>) : said
    },
  )
}
