/** Everything that runs in the background as a task, by the stores that an app has. */
import type { App } from './app'
import { passwordMails } from './auth/password-links.service'
import { toldMails } from './auth/told.service'
import { bulkTasks } from './bulk/bulk.routes'
import { manyTask } from './bulk/many-turns'
import { demoHistory } from './demo/history.service'
import { exportTask } from './exports/export-task'
import { importTasks } from './imports/import-tasks.service'
import type { Composers } from './mail/mail.service'
import { noticeMails } from './notifications/notice-sending.service'
import { rotationTask } from './player-exclusion/key-rotation.service'
import { reportMails } from './report-schedules/report-mails.service'
import { codeMail } from './profile/email-codes.service'
import { setBackTask } from './histories/set-back-task'
import { reaggregateTask } from './reaggregation/reaggregate-task'
import type { RunnableTask } from './tasks/tasks.service'

export const tasksOf = ({ api: { stores, sources } }: App): RunnableTask[] => [
  demoHistory,
  rotationTask,
  ...importTasks,
  reaggregateTask,
  setBackTask,
  exportTask(sources),
  ...Object.values(bulkTasks(stores)),
  manyTask(stores),
]

/** Who writes which e-mail. */
export const mailComposers: Composers = {
  ...passwordMails,
  ...toldMails,
  ...noticeMails,
  ...reportMails,
  verify_email: codeMail,
}
