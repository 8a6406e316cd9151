import type { Gauge } from '../../platform/metrics/gauge'

export const webhookGauges: readonly Gauge[] = [
  {
    name: 'backoffice_webhook_deliveries_waiting',
    help: 'Webhook deliveries that are to be sent',
    async read({ db }) {
      const { count } = await db
        .selectFrom('webhook_deliveries')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return { '': Number(count) }
    },
  },
]
