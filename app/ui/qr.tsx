import { qrModules } from './qr-modules'

/**
 * A code for a camera, drawn on the server: one path, a unit square for each dark module. On white also in the dark, or
 * cameras do not read it.
 */
export function Qr({ text, label }: { text: string; label: string }) {
  const modules = qrModules(text)
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
      className="size-48"
    >
      <path d={`M0 0h${modules.length}v${modules.length}h-${modules.length}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
