/** MQTT_URL: the broker through which SMIBs may send as well. */
import { z } from 'zod'

export const mqttUrl = z
  .string()
  .refine(
    url => /^(?:mqtts?|wss?):\/\//.test(url) && URL.canParse(url) && new URL(url).hostname !== '',
    'must be mqtt://, mqtts://, ws:// or wss:// with a host',
  )
