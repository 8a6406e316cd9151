/** Where and how a channel's message is sent. What is secret of it leaves in the request and stands in nothing else. */
import type { Seal } from '../../platform/secrets/sealed.service'
import type { Reach } from './address'
import type { NotificationChannelsTable } from './notification-channels.table'
import { send, type Sending, type Sent } from './send'

export const TELEGRAM = 'https://api.telegram.org'

export type SealedChannel = Pick<
  NotificationChannelsTable,
  'kind' | 'address' | 'header' | 'format' | 'sealed'
>

/** The installation has another key than the one under which the secret was sealed. */
export const SECRET_CLOSED: Sent = { problem: 'secret', code: null, answer: null }

export async function sendToChannel(
  channel: SealedChannel,
  { seal, ...how }: { seal: Seal; reach: Reach; body: string },
): Promise<Sent> {
  const secret = channel.sealed === null ? '' : seal.open(channel.sealed)
  if (secret === null) return SECRET_CLOSED
  return send({ ...how, ...requestOf(channel, secret), secret })
}

function requestOf(
  { kind, address, header, format }: SealedChannel,
  secret: string,
): Pick<Sending, 'address' | 'headers'> {
  switch (kind) {
    case 'teams':
    case 'slack':
      return { address: secret, headers: {} }
    case 'telegram':
      return { address: `${(address ?? TELEGRAM).replace(/\/+$/, '')}/bot${secret}/sendMessage`, headers: {} }
    case 'sms':
      return {
        address: address ?? '',
        headers: {
          ...(format === 'form' && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(secret !== '' && { [header?.toLowerCase() ?? 'authorization']: secret }),
        },
      }
  }
}
