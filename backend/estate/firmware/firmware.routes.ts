import { z } from 'zod'
import { id } from '../../platform/contract/primitives'
import type { Api } from '../../platform/http/api'
import { command, each } from '../../platform/http/commands'
import { crud } from '../../platform/http/crud'
import { byteRange } from './byte-range'
import { bytesOf, fileOfCommand, PIECE_BYTES, storeFirmware } from './firmware-files.service'
import { firmwareRolloutsContract } from './firmware-rollouts.contract'
import { firmwareRolloutsStore } from './firmware-rollouts.store'
import {
  firmwareUpload,
  firmwareUploaded,
  firmwareUploadPath,
  MAX_FIRMWARE_BYTES,
} from './firmware-versions.contract'
import { firmwareVersionsStore } from './firmware-versions.store'
import { changeRollout, takeBack, type RolloutAction } from './rollout-commands.service'

export function register(api: Api): void {
  crud(api, firmwareVersionsStore)
  crud(api, firmwareRolloutsStore)
  uploads(api)
  downloads(api)
  const { take_back, ...others } = firmwareRolloutsContract.actions
  const summaries: Record<RolloutAction, string> = {
    start: 'Begin a rollout that was drafted: its first wave is ordered within seconds, in its hours',
    pause: 'Order no further wave of a rollout; what has been ordered goes on',
    go_on: 'Let a paused rollout go on with its next wave',
    stop: 'End a rollout: SMIBs whose turn has not come stay as they are',
  }
  for (const name of Object.keys(others) as RolloutAction[])
    command(
      api,
      firmwareRolloutsStore,
      others[name],
      summaries[name],
      each((context, row, { reason }) => changeRollout(context, row, name, reason)),
    )
  command(
    api,
    firmwareRolloutsStore,
    take_back,
    'Draft a rollout of the versions that its SMIBs had before, to those that were changed',
    each((context, row, { reason }) => takeBack(context, row, reason)),
  )
}

function uploads(api: Api): void {
  api.endpoint(
    {
      method: 'POST',
      path: firmwareUploadPath,
      family: 'configuration',
      summary: 'Store a version of firmware: the body is the file, of which the server computes the SHA-256',
      permission: 'smib::upload_firmware',
      query: firmwareUpload,
      bytes: true,
      maxBytes: MAX_FIRMWARE_BYTES,
      response: firmwareUploaded,
      // A version that is there already is refused, however often it is sent.
      repeatable: true,
      refuses: [413],
    },
    async ({ deps, actor, scope, query, bytes, now }) => {
      const made = await deps.db
        .transaction()
        .execute(db => storeFirmware({ db, actor, scope, now }, { ...query, bytes }))
      return { 'firmware-version': await firmwareVersionsStore.get(deps.db, scope, made, now) }
    },
  )
}

function downloads(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: '/api/rawdata/v1/firmware/:id',
      family: 'rawdata',
      summary:
        'The file of an order `update_firmware`, by its `command_id`; `Range: bytes=0-65535` asks for a part of it',
      permission: 'ingest-token',
      params: z.object({ id }),
      text: {
        type: 'application/octet-stream',
        description: 'The file, or with 206 the requested part',
      },
    },
    async ({ db, scope, params, request }) => {
      const file = await fileOfCommand(db, scope, params.id)
      const range = byteRange(request.headers.get('range'), file.size)
      const headers = {
        'content-type': 'application/octet-stream',
        'accept-ranges': 'bytes',
        etag: `"${file.sha256}"`,
        'cache-control': 'no-store',
      }
      if (range === null)
        return Response.json(
          { success: false, error: { code: 'range', message: `The file has ${file.size} bytes` } },
          { status: 416, headers: { 'content-range': `bytes */${file.size}` } },
        )
      const { from, to } = range ?? { from: 0, to: file.size - 1 }
      return new Response(
        inPieces(from, to, (first, last) => bytesOf(db, file, first, last)),
        {
          status: range ? 206 : 200,
          headers: {
            ...headers,
            'content-length': String(to - from + 1),
            ...(range && { 'content-range': `bytes ${from}-${to}/${file.size}` }),
          },
        },
      )
    },
  )
}

/** A piece is read once the one before it has left. */
function inPieces(from: number, to: number, read: (first: number, last: number) => Promise<Buffer>) {
  let at = from
  return new ReadableStream<Uint8Array>({
    async pull(stream) {
      const last = Math.min(to, at + PIECE_BYTES - 1)
      stream.enqueue(await read(at, last))
      at = last + 1
      if (at > to) stream.close()
    },
  })
}
