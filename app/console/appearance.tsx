/** A tenant's own name, logo and colour, wherever the frame has the product's. */
import type { ReactNode } from 'react'
import type { Appearance } from '../../backend/accounting/appearance/appearance.contract'
import { accentOf } from '../../backend/platform/contract/accent-colour'
import { useShell, useTranslate } from './shell-context'

type Shown = Appearance | null | undefined

/** Whose console it is, in the title of each page. */
export function useHouse(appearance: Shown): string {
  const t = useTranslate()
  return appearance?.name ?? t('console:frame.product')
}

/** The stylesheet of a colour is a file of its own: no page holds a style, and no person's text is a part of one. */
export function Accent({ appearance }: { appearance: Shown }) {
  const colour = appearance?.colour
  return colour && accentOf(colour) ? (
    <link rel="stylesheet" href={`/appearance/${colour.slice(1)}.css`} />
  ) : null
}

/** In the bar: the tenant's logo in place of the product's, and its name. `children`: where it has no logo. */
export function HouseMark({ children }: { children?: ReactNode }) {
  const { appearance, user } = useShell()
  if (!appearance) return children
  const { name, logo } = appearance
  const mark = (
    <>
      {logo ? <HouseLogo {...logo} /> : children}
      {name === null ? null : (
        // Cut where the bar has no room for all of it.
        <span className="house-name" title={name}>
          {name}
        </span>
      )}
    </>
  )
  return user ? mark : <span className="logo">{mark}</span>
}

/** With its picture where nobody is signed in; else it is a file, which the browser has from the page before. */
function HouseLogo({ sha256, width, height, png }: Logo) {
  const shown = 24
  return (
    <img
      src={png ? `data:image/png;base64,${png}` : `/appearance/logo/${sha256}`}
      width={Math.round((shown * width) / height)}
      height={shown}
      alt=""
    />
  )
}
type Logo = NonNullable<Appearance['logo']>

/** Over the title of the pages for signing in. */
export function House() {
  const house = useHouse(useShell().appearance)
  return <p className="product">{house}</p>
}
