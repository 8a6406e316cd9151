import { plainCsv } from '../../engine/list/plain.server'
import { guarded } from '../../session/guard.server'
import { readTasks } from './task'
import { taskListing } from './task-listing'
import { askTasks } from './tasks.server'

export const loader = guarded(readTasks, asked =>
  plainCsv(asked, taskListing, askTasks, asked.t('tasks:title')),
)
