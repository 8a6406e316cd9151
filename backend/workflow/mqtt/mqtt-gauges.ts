import type { Deps } from '../../platform/deps'
import type { Gauge } from '../../platform/metrics/gauge'

const states = new WeakMap<Deps, () => readonly boolean[]>()

/** `connected`: of each connection, whether it stands. */
export function setMqttState(deps: Deps, connected: () => readonly boolean[]): void {
  states.set(deps, connected)
}

export const mqttGauges: readonly Gauge[] = [
  {
    name: 'backoffice_mqtt_connections',
    help: 'Connections to the MQTT broker; nothing without one',
    label: 'state',
    read: (deps): Record<string, number> => {
      const all = states.get(deps)?.()
      if (!all) return {}
      const connected = all.filter(Boolean).length
      return { connected, away: all.length - connected }
    },
  },
]
