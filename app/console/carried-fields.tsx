import type { KeptForm } from './error-data'

/** What a form on the way takes along: where to go on, and what was typed before. */
export function CarriedFields({
  redirectTo,
  kept,
}: {
  redirectTo: string | null | undefined
  kept: KeptForm | null | undefined
}) {
  return (
    <>
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      {kept && <input type="hidden" name="kept" value={JSON.stringify(kept)} />}
    </>
  )
}
