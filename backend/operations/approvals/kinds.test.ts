/** Every kind of request goes through the same answers, whatever it does when it is approved. */
import { afterEach, afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { locations, people, tenants } from '../../../tests/people'
import { testBackend, type TestBackend } from '../../../tests/support/backend'
import { accountingKinds } from '../../accounting/approval-kinds/kinds'
import { levelApprovals } from '../../money/jackpots/level-approvals.service'
import { newId } from '../../platform/db/new-id'
import { Problem } from '../../platform/contract/problem'
import type { Actor } from '../../platform/request/actor'
import { answerRequest, type Answering } from '../../workflow/second-person/answering.service'
import { answersKind, approvalKinds } from '../../workflow/second-person/approval-kinds.contract'
import { newRequest } from '../../workflow/second-person/asking.service'
import {
  isStoredKind,
  registerApprovalKinds,
  type RegisteredKinds,
} from '../../workflow/second-person/kinds.service'

const registered: RegisteredKinds = { ...accountingKinds, ...levelApprovals }
const performed = vi.fn<(reason: string) => Promise<void>>()
let backend: TestBackend
beforeAll(async () => {
  backend = await testBackend()
})
afterAll(async () => {
  registerApprovalKinds(registered)
  await backend.close()
})
beforeEach(async () => {
  await backend.db.deleteFrom('approvals').execute()
})
afterEach(() => performed.mockReset())

const tenantId = tenants.carpathia.id
const actor = (who: 'mihai' | 'ana' | 'andrei', ...permissions: (keyof Actor['permissions'])[]): Actor => ({
  kind: 'user',
  id: people[who].id,
  name: people[who].fullName,
  tenantId,
  permissions: Object.fromEntries(permissions.map(one => [one, 1])) as Actor['permissions'],
})

describe.each(approvalKinds.filter(isStoredKind))('a request of the kind %s', kind => {
  const needed = answersKind[kind]
  const [mihai, ana, andrei] = [actor('mihai', needed), actor('ana', needed), actor('andrei')]
  beforeEach(() => {
    const rules = {
      ...registered[kind],
      perform: (_: unknown, { cause }: { cause: string }) => performed(cause),
    }
    registerApprovalKinds({ ...registered, [kind]: rules })
  })
  const refusal = () => new Problem(409, 'approval_waits')
  const ask = (within?: number) =>
    backend.db.transaction().execute(async db => {
      const now = backend.clock()
      const subject = {
        kind,
        about: 'the same',
        tenant_id: tenantId,
        location_id: locations.cluj.id,
        cause: 'Seen',
      }
      const columns = await newRequest({ db, actor: mihai, now }, subject, {
        refusal,
        ...(within && { within }),
      })
      const id = newId(now)
      await db
        .insertInto('approvals')
        .values({
          ...columns,
          id,
          version: 1,
          search: '',
          created_at: now,
          updated_at: now,
          level_name: 'Mini',
        })
        .execute()
      return id
    })
  const answer = (who: Actor, _id: string, how: Answering) =>
    backend.db.transaction().execute(db => {
      const answering = { db, actor: who, scope: { tenantId }, now: backend.clock() }
      return answerRequest(answering, { _id, kind, record: _id }, how, 'Looked at')
    })
  const codeOf = (answered: Promise<void>) =>
    answered.then(
      () => 'done',
      (error: unknown) => (error instanceof Problem ? error.code : String(error)),
    )
  const stored = async (id: string) => {
    const { answer: given, answered_by } = await backend.db
      .selectFrom('approvals')
      .select(['answer', 'answered_by'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [given, answered_by]
  }
  const entries = async (id: string) =>
    (
      await backend.db
        .selectFrom('audit_log')
        .select(['entity', 'action', 'actor_name'])
        .where('entity_id', '=', id)
        .orderBy('seq')
        .execute()
    ).map(({ entity, action, actor_name }) => [entity, action, actor_name])
  const { entity } = registered[kind]

  it('tells each reader whether they may answer it, and lets nobody else', async () => {
    const id = await ask()
    for (const who of ['ana', 'mihai', 'olga', 'andrei', 'irina'] as const) {
      const lists = await backend.json<{
        data: { rows?: { _id: string; own: boolean; may_answer: boolean }[] }
      }>('/api/approvals/v1/approvals', { as: who, body: {} })
      const row = lists.body.data?.rows?.find(one => one._id === id)
      const shown = await backend.json('/api/approvals/v1/approval-refuse', {
        as: who,
        body: { ids: [id], reason: who === 'ana' ? '' : 'Looked at' },
      })
      // Of the seeded roles an administrator alone has each right and is not the author; her empty reason is refused.
      if (who === 'ana') expect([row?.own, row?.may_answer, shown.status]).toEqual([false, true, 422])
      else expect([row?.may_answer ?? false, shown.status >= 400]).toEqual([false, true])
      if (who === 'mihai' && row) expect(row.own).toBe(true)
    }
  })

  it('is done once by another person with the right, and never by who made it', async () => {
    const id = await ask()
    expect(await codeOf(answer(mihai, id, 'approve'))).toBe('request_own')
    expect(await codeOf(answer(mihai, id, 'refuse'))).toBe('request_own')
    expect(await codeOf(answer(andrei, id, 'approve'))).toBe('forbidden')
    expect(await codeOf(answer(ana, id, 'withdraw'))).toBe('request_foreign')
    expect([await stored(id), performed.mock.calls]).toEqual([[null, null], []])
    expect(await codeOf(answer(ana, id, 'approve'))).toBe('done')
    expect(await codeOf(answer(ana, id, 'approve'))).toBe('version_conflict')
    expect(await stored(id)).toEqual(['approved', people.ana.fullName])
    expect(performed.mock.calls).toEqual([['Seen']])
    expect(await entries(id)).toEqual([[entity, 'approve', people.ana.fullName]])
  })

  it('is not done by another account with the mail address of whoever made it, nor by a program', async () => {
    const setEmail = (who: 'mihai' | 'ana', email: string | null) =>
      backend.db.updateTable('users').set({ email }).where('id', '=', people[who].id).execute()
    const id = await ask()
    await setEmail('mihai', 'mihai@carpathia.example')
    await setEmail('ana', 'Mihai@Carpathia.example')
    expect(await codeOf(answer(ana, id, 'approve'))).toBe('request_own')
    expect(await codeOf(answer(ana, id, 'refuse'))).toBe('request_own')
    expect(await codeOf(answer({ ...ana, kind: 'token', id: newId(1) }, id, 'approve'))).toBe('request_own')
    expect([await stored(id), performed.mock.calls]).toEqual([[null, null], []])
    for (const who of ['mihai', 'ana'] as const) await setEmail(who, null)
    expect(await codeOf(answer(ana, id, 'approve'))).toBe('done')
  })

  it('waits further when doing it fails, and nothing is entered', async () => {
    const id = await ask()
    performed.mockRejectedValueOnce(new Problem(409, 'effect_changed'))
    expect(await codeOf(answer(ana, id, 'approve'))).toBe('effect_changed')
    expect([await stored(id), await entries(id)]).toEqual([[null, null], []])
  })

  it('is done once where two approve it at once', async () => {
    const id = await ask()
    const both = await Promise.all(
      [ana, actor('andrei', needed)].map(who => codeOf(answer(who, id, 'approve'))),
    )
    expect(both.toSorted()).toEqual(['done', 'version_conflict'])
    expect(performed).toHaveBeenCalledTimes(1)
  })

  it('is refused or withdrawn without anything done, and another one waits until then', async () => {
    const first = await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'approval_waits' })
    expect(await codeOf(answer(ana, first, 'refuse'))).toBe('done')
    const second = await ask()
    expect(await codeOf(answer(mihai, second, 'withdraw'))).toBe('done')
    expect([await stored(first), await stored(second)]).toEqual([
      ['refused', people.ana.fullName],
      ['withdrawn', people.mihai.fullName],
    ])
    expect(performed).not.toHaveBeenCalled()
  })

  it('cannot be answered once its time is over, and makes room for another', async () => {
    const first = await ask(1_000)
    backend.clock.advance(1_000)
    expect(await codeOf(answer(ana, first, 'approve'))).toBe('version_conflict')
    await ask()
    expect(await stored(first)).toEqual(['expired', null])
    expect(await entries(first)).toEqual([[entity, 'expire', people.mihai.fullName]])
    expect(performed).not.toHaveBeenCalled()
  })
})
