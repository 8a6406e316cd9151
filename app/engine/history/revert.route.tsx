/** `/slots/<id>/revert?entry=…`: what one change did, set back. */
import { useAnswer, useLoaded } from '../../console/shell-context'
import { withCustomFields } from '../definition/with-custom-fields'
import { resources } from '../definition/registry'
import { guarded } from '../../session/guard.server'
import { loadRevert, performRevert, type RevertData } from './history.server'
import { RevertPage } from './revert-page'
import { permissionFor } from '../data/resource-at.server'

const needs = (args: { url: URL }) => ({ all: [permissionFor(args, 'update'), 'audit_log::list'] }) as const

export const loader = guarded(needs, loadRevert)

export const action = guarded(needs, performRevert, { keepsAnswer: true })

export default function Revert() {
  const data = useLoaded<typeof loader>()
  const answered = useAnswer<RevertData>()
  return <RevertPage resource={withCustomFields(resources[data.name], data.custom)} data={answered ?? data} />
}
