import type { Gauge } from '../metrics/gauge'

export const taskGauges: readonly Gauge[] = [
  {
    name: 'backoffice_tasks',
    help: 'Tasks in the background that wait or run',
    label: 'state',
    async read({ db }) {
      const rows = await db
        .selectFrom('tasks')
        .select(['state', eb => eb.fn.countAll<number>().as('count')])
        .where('state', 'in', ['queued', 'running'])
        .groupBy('state')
        .execute()
      return { queued: 0, running: 0, ...Object.fromEntries(rows.map(one => [one.state, Number(one.count)])) }
    },
  },
  {
    name: 'backoffice_task_oldest_wait_seconds',
    help: 'How long the task has waited that has been due for longest; 0 where none is due',
    async read({ db, clock }) {
      const now = clock()
      const first = await db
        .selectFrom('tasks')
        .select(eb => eb.fn.min<number | null>('run_after').as('at'))
        .where('state', '=', 'queued')
        .where('run_after', '<=', now)
        .executeTakeFirst()
      return { '': first?.at == null ? 0 : (now - Number(first.at)) / 1000 }
    },
  },
]
