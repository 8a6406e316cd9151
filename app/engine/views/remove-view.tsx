import { useShell } from '../../console/shell-context'
import { Button, LinkButton } from '../../ui/button'
import { Section } from '../../ui/page'

/** Asks once before a saved view is removed. `effect`: what that means for whom, in words. */
export function RemoveView(props: {
  name: string
  effect: string
  idempotencyKey: string
  cancelHref: string
}) {
  const { t } = useShell()
  return (
    <Section title={t('views:remove', { name: props.name })}>
      <form method="post" className="form">
        <input type="hidden" name="idempotency_key" value={props.idempotencyKey} />
        <p className="prose-width">{props.effect}</p>
        <div className="form-actions">
          <LinkButton href={props.cancelHref} autoFocus>
            {t('engine:form.cancel')}
          </LinkButton>
          <Button tone="danger" name="intent" value="remove">
            {t('views:remove_button')}
          </Button>
        </div>
      </form>
    </Section>
  )
}
