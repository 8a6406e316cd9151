import { open } from '../../session/guard.server'
import { noStore } from '../../session/document-headers.server'
import { notFound } from '../../engine/data/resource-at.server'
import { windowCookie } from '../../session/preferences.server'

/** One transparent point. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

/** A stylesheet asks for it (shell.css): it alone knows a window's size where no script runs. */
export const loader = open(({ params }) => {
  const { size } = params
  if (size !== 'large' && size !== 'usual') throw notFound()
  return new Response(PICTURE, {
    headers: { 'Content-Type': 'image/gif', 'Cache-Control': noStore, 'Set-Cookie': windowCookie(size) },
  })
})
