/** Every kind of background work, by module: what a runner may claim. */
import { demoHistory } from '../demo/history.service'
import type { RunnableTask } from './tasks.service'

export const allTasks: readonly RunnableTask[] = [demoHistory]
