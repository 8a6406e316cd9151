import { describe, expect, test } from 'vitest'
import { eventStream, type StreamWriter } from './event-stream.server'

describe('an event stream', () => {
  test('sends events and ends by itself, stopping what it began exactly once', async () => {
    let stopped = 0
    const response = eventStream(
      ({ send }) => {
        send('listed', [{ text: 'line\nbreak' }])
        return () => {
          stopped++
        }
      },
      { lifeMs: 40 },
    )
    expect(response.headers.get('Cache-Control')).toBe('no-store, no-transform')
    expect(await response.text()).toBe('retry: 2000\n\nevent: listed\ndata: [{"text":"line\\nbreak"}]\n\n')
    expect(stopped).toBe(1)
  })

  test('a reader who leaves stops it', async () => {
    let stopped = 0
    let writer: StreamWriter | undefined
    const response = eventStream(given => {
      writer = given
      return () => {
        stopped++
      }
    })
    await response.body?.cancel()
    writer?.send('late', {})
    expect(stopped).toBe(1)
  })

  test('ended while starting, it still stops what was begun', async () => {
    let stopped = 0
    const response = eventStream(({ end }) => {
      end()
      return () => {
        stopped++
      }
    })
    expect(await response.text()).toBe('retry: 2000\n\n')
    expect(stopped).toBe(1)
  })
})
