import type { Gauge } from '../../platform/metrics/gauge'

export const mailGauges: readonly Gauge[] = [
  {
    name: 'backoffice_mails_waiting',
    help: 'E-mails that are to be sent',
    async read({ db }) {
      const { count } = await db
        .selectFrom('mails')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return { '': Number(count) }
    },
  },
]
