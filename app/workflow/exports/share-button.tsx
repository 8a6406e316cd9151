/** The way to a link that shows a page to somebody without an account, for whoever may make one. */
import {
  shareLinksContract,
  type ShareKind,
} from '../../../backend/accounting/share-links/share-links.contract'
import { useShell } from '../../console/shell-context'
import { LinkButton } from '../../ui/button'

export function ShareButton({ kind, document }: { kind: ShareKind; document: string }) {
  const { t, can } = useShell()
  const { create } = shareLinksContract.permissions
  return create && can(create) ? (
    <LinkButton href={`/share-links/new?${new URLSearchParams({ kind, document }).toString()}`}>
      {t('fiscal:share')}
    </LinkButton>
  ) : null
}
