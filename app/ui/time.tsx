/** An instant in epoch milliseconds: what is read at a glance, with the exact time and zone on hover. */
export function Time({ at, text, exact }: { at: number; text: string; exact?: string }) {
  if (!Number.isFinite(at) || Math.abs(at) > 8.64e15) return <>{text}</>
  return (
    <time dateTime={new Date(at).toISOString()} title={exact && exact !== text ? exact : undefined}>
      {text}
    </time>
  )
}
