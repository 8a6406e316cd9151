/** What a wing shows of its state when Prometheus asks. */
import type { Deps } from '../deps'

export interface Gauge {
  /** With the unit at its end, as Prometheus names them: seconds, bytes, or nothing of what is counted. */
  name: string
  help: string
  /** What distinguishes the values. */
  label?: string
  /** By the label's value; '' without a label. Throws: the metric is left out of that answer, and a line is logged. */
  read(deps: Deps): Promise<Record<string, number>> | Record<string, number>
}

/** Like `Gauge`, of what only grows while the program runs. */
export interface Total extends Omit<Gauge, 'read'> {
  read(deps: Deps): Record<string, number>
}
