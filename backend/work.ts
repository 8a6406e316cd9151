/** Everything that runs in the background as a task, by the stores that an app has. */
import type { App } from './app'
import { passwordMails } from './identity/auth/password-links.service'
import { accountNoticeMails } from './identity/auth/account-notices.service'
import { bulkTasks } from './operations/bulk/bulk.routes'
import { bulkEditTask } from './operations/bulk/bulk-edit-task'
import { demoHistory } from './demo/history.service'
import { exportTask } from './workflow/exports/export-task'
import { importTasks } from './workflow/imports/import-tasks.service'
import type { Composers } from './identity/mail/mail.service'
import { noticeMails } from './workflow/notifications/notice-sending.service'
import { rotationTask } from './players/player-exclusion/key-rotation.service'
import { reportMails } from './accounting/report-schedules/report-mails.service'
import { codeMail } from './identity/profile/email-codes.service'
import { backdatingTask } from './accounting/backdating/backdating-task'
import { reaggregateTask } from './accounting/reaggregation/reaggregate-task'
import { sealRunTask } from './accounting/sealing/seal-run-task'
import type { RunnableTask } from './platform/tasks/tasks.service'

export const tasksOf = ({ api: { stores, sources } }: App): RunnableTask[] => [
  demoHistory,
  rotationTask,
  ...importTasks,
  reaggregateTask,
  backdatingTask,
  sealRunTask,
  exportTask(sources),
  ...Object.values(bulkTasks(stores)),
  bulkEditTask(stores),
]

/** Who writes which e-mail. */
export const mailComposers: Composers = {
  ...passwordMails,
  ...accountNoticeMails,
  ...noticeMails,
  ...reportMails,
  verify_email: codeMail,
}
