/** The start page's form: a file's own bytes, or what was pasted. What the bytes mean is the backend's affair. */
import { importMode } from '../../../backend/workflow/imports/imports.contract'
import type { Translate } from '../../i18n/locales'
import { keyIn } from '../../session/form.server'
import type { Typed } from './upload-form'

interface Upload {
  typed: Typed
  bytes: Uint8Array
  fileName: string
  key: string
  problem?: 'nothing_sent' | 'both_sent'
}

export async function readUpload(form: FormData, t: Translate): Promise<Upload> {
  const file = form.get('file')
  const pasted = String(form.get('text') ?? '')
  const mode = importMode.safeParse(form.get('mode'))
  const upload: Upload = {
    typed: { mode: mode.success ? mode.data : 'upsert', text: pasted },
    bytes: new Uint8Array(),
    fileName: t('imports:pasted'),
    // After a refusal the form comes back with a key of its own, since it will hold something else.
    key: keyIn(form),
  }
  // A file field that was left empty is sent as a nameless file of no bytes.
  const hasFile = file instanceof File && (file.size > 0 || file.name !== '')
  if (hasFile && pasted.trim() !== '') return { ...upload, problem: 'both_sent' }
  if (hasFile)
    return {
      ...upload,
      bytes: new Uint8Array(await file.arrayBuffer()),
      fileName: plainName(file.name) || upload.fileName,
    }
  if (pasted.trim() === '') return { ...upload, problem: 'nothing_sent' }
  return { ...upload, bytes: new TextEncoder().encode(pasted) }
}

/** Without folders, and without what cannot be stored. */
const plainName = (name: string) =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
    .slice(0, 120)
