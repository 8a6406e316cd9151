/** A stylesheet of one colour: what it says follows from six digits alone, so it is nobody's and never changes. */
import { accentOf, ON_ACCENT } from '../../../backend/platform/contract/accent-colour'
import { notFound } from '../../engine/data/resource-at.server'
import { open } from '../../session/guard.server'

export const loader = open(({ params }) => {
  const digits = /^([0-9a-f]{6})\.css$/.exec(params.colour ?? '')?.[1]
  const accent = digits === undefined ? null : accentOf(`#${digits}`)
  if (!accent) throw notFound()
  const { light, dark } = accent
  return new Response(
    // On paper everything is black, and whoever asks for high contrast keeps it.
    `@media screen {
${block(":root:not([data-theme]), :root[data-theme='light']", light, ON_ACCENT.light)}
@media (prefers-color-scheme: dark) {
${block(':root:not([data-theme])', dark, ON_ACCENT.dark)}
}
${block(":root[data-theme='dark']", dark, ON_ACCENT.dark)}
.logo svg { background: ${light}; }
}
`,
    {
      headers: {
        'Content-Type': 'text/css; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    },
  )
})

const block = (selector: string, colour: string, words: string): string =>
  `${selector} { ${['primary', 'accent']
    .map(name => `--color-${name}: ${colour}; --color-${name}-content: ${words};`)
    .join(' ')} }`
