/**
 * The one script of a page, where an island stands on it. Pages have no other: no hydration, no preloads. It
 * is requested when the page is there: everything works without it. The line that requests it stands in the
 * page and is neither a module nor `async`: the parser waits with it for the stylesheet, and the browser's
 * own look at form fields waits for the parser, which otherwise lays the page out once without any style. A
 * module would wait as well, but be run after the first frame, and load event and a second frame after that.
 * It is the last element, whose id a page is waited for by (root.tsx).
 */
import { UNSAFE_RemixContext as RemixContext } from '@remix-run/react'
import { useContext } from 'react'

export const LAST_ID = 'whole'

export function IslandLoader({ nonce }: { nonce: string }) {
  const manifest = useContext(RemixContext)?.manifest
  if (!manifest) return null
  return (
    <>
      {manifest.hmr && <DevelopmentRuntime nonce={nonce} runtime={manifest.hmr.runtime} />}
      <script
        id={LAST_ID}
        nonce={nonce}
        dangerouslySetInnerHTML={{
          __html: `${reloadElsewhere};addEventListener("load",()=>import("${manifest.entry.module}"))`,
        }}
      />
    </>
  )
}

/**
 * Between pages that were swapped in place (page-swap.ts) the browser goes back and forth without loading
 * them, also after it has been elsewhere and loaded one of them anew. Until the script is there again, that
 * one would stand under another one's address.
 */
const reloadElsewhere =
  '{const at=()=>location.href.split("#")[0],here=at();onpopstate=()=>{at()!==here&&location.reload()}}'

/** What the development server's hot updates expect of a Remix page that hydrates; ours does not. */
const routerStub =
  'window.__remixRouter={revalidate(){},subscribe(f){setTimeout(()=>f({revalidation:"idle"}));return()=>{}}}'

function DevelopmentRuntime({ nonce, runtime }: { nonce: string; runtime: string }) {
  return (
    <>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: routerStub }} />
      <script type="module" nonce={nonce} src={runtime} />
    </>
  )
}
