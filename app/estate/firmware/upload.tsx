/** A new version of firmware: its file, its name, and what is new in it. */
import { randomUUID } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import {
  firmwareUploaded,
  firmwareUploadPath,
  MAX_FIRMWARE_BYTES,
  MOST_MEGABYTES,
} from '../../../backend/estate/firmware/firmware-versions.contract'
import { tenantsContract } from '../../../backend/estate/tenants/tenants.contract'
import { SYSTEM_TENANT } from '../../../backend/platform/contract/primitives'
import { pathOf } from '../../addresses/names'
import { useShell, useShown } from '../../console/shell-context'
import { firstByName } from '../../engine/data/first-by-name.server'
import { refusalOf } from '../../engine/form/form-page.server'
import { OrderForm, type OrderField } from '../../engine/form/order-form'
import { formsOf, type Answered } from '../../engine/form/orders.server'
import { textIn } from '../../engine/form/text-in'
import { intentIn, keyIn } from '../../session/form.server'
import { guarded, type GuardedContext } from '../../session/guard.server'
import { Input, Select, TextArea } from '../../ui/field'
import { PageHeader } from '../../ui/page'

const NAMES = ['file', 'name', 'notes', 'tenant']
const MOST_TENANTS = 200

async function load({ api, user, t }: GuardedContext, answered?: Answered) {
  const found =
    user.tenant_id === SYSTEM_TENANT
      ? await firstByName(api, tenantsContract, MOST_TENANTS, ['name'])
      : undefined
  const tenants = found?.rows.map(({ _id, name }) => ({ value: _id, label: name })) ?? null
  return { title: t('firmware-versions:upload'), tenants, ...formsOf(answered) }
}

export const loader = guarded('smib::upload_firmware', context => load(context))

export const action = guarded(
  'smib::upload_firmware',
  async context => {
    const { api, form, toast, t } = context
    intentIn(form, ['upload'])
    keyIn(form)
    const [name, notes, tenant] = ['name', 'notes', 'tenant'].map(field => textIn(form, field))
    const file = form.get('file')
    const typed = { name: name ?? '', notes: notes ?? '', tenant: tenant ?? '' }
    const refused = async (status: number, answered: Omit<Answered, 'intent' | 'typed'>) =>
      data(await load(context, { intent: 'upload', typed, ...answered }), { status })
    const refusedAs = (code: string, params: Record<string, number> = {}) =>
      refused(422, { problems: { file: [{ code, params }] }, failure: null, key: randomUUID() })
    if (!(file instanceof File) || file.size === 0) return refusedAs('no_file')
    if (file.size > MAX_FIRMWARE_BYTES) return refusedAs('file_too_large', { megabytes: MOST_MEGABYTES })
    try {
      const made = await api.call('POST', firmwareUploadPath, {
        raw: new Uint8Array(await file.arrayBuffer()),
        query: { name: typed.name, notes: typed.notes, ...(typed.tenant !== '' && { tenant: typed.tenant }) },
        schema: firmwareUploaded,
      })
      await toast('good', t('firmware-versions:uploaded'))
      return redirect(`${pathOf('firmware-versions')}/${made['firmware-version']._id}`, 303)
    } catch (error) {
      const { status, ...refusal } = refusalOf(error, { key: randomUUID(), names: NAMES })
      return refused(status, refusal)
    }
  },
  { keepsAnswer: true, maxBodyBytes: MAX_FIRMWARE_BYTES + 1024 * 1024 },
)

export default function UploadFirmware() {
  const { title, tenants, answered, key } = useShown<typeof loader>()
  const { t } = useShell()
  const list = pathOf('firmware-versions')
  const fields: OrderField[] = [
    {
      name: 'file',
      label: t('firmware-versions:file'),
      help: t('firmware-versions:file_help', { megabytes: MOST_MEGABYTES }),
      control: ({ name, described }) => (
        <input type="file" name={name} className="file-input" required {...described} />
      ),
    },
    {
      name: 'name',
      label: t('firmware-versions:fields.name'),
      help: t('firmware-versions:name_help'),
      control: ({ name, typed, described }) => (
        <Input type="text" name={name} defaultValue={typed} required maxLength={30} {...described} />
      ),
    },
    {
      name: 'notes',
      label: t('firmware-versions:fields.notes'),
      control: ({ name, typed, described }) => (
        <TextArea name={name} rows={4} defaultValue={typed} maxLength={1000} {...described} />
      ),
    },
  ]
  if (tenants)
    fields.push({
      name: 'tenant',
      label: t('labels:fields.tenant'),
      control: ({ name, typed, described }) => (
        <Select
          name={name}
          blank={t('firmware-versions:choose_tenant')}
          options={tenants}
          defaultValue={typed}
          required
          {...described}
        />
      ),
    })
  return (
    <>
      <PageHeader title={title} />
      <OrderForm
        intent="upload"
        sendsFile
        answered={answered}
        formKey={key}
        action={`${list}/upload`}
        checkHref={list}
        backHref={list}
        submit={title}
        effect={t('firmware-versions:upload_effect')}
        fields={fields}
      />
    </>
  )
}
