import { z } from 'zod'
import type { Api } from '../../platform/http/api'
import {
  notificationTemplate,
  subscriptions,
  subscriptionsInput,
  subscriptionsQuery,
  templateAnswer,
  templateInput,
  templateParams,
} from './subscriptions.contract'
import { readSubscriptions, saveSubscriptions } from './subscriptions.service'
import { readTemplate, readTemplates, saveTemplate } from './templates.service'

const family = 'notifications'

export function registerSubscriptions(api: Api): void {
  api.endpoint(
    {
      method: 'GET',
      path: '/api/notifications/v1/user-subscriptions',
      family,
      permission: 'signed-in',
      summary:
        'Which notifications this user receives, everywhere or at one location, and the text of each kind',
      query: subscriptionsQuery,
      response: subscriptions,
    },
    ({ db, actor, query }) => readSubscriptions(db, actor, query.location),
  )
  api.endpoint(
    {
      method: 'POST',
      path: '/api/notifications/v1/user-subscriptions/set',
      family,
      permission: 'signed-in',
      summary: 'Choose which notifications this user receives; null resets a choice, absent ones stay',
      body: subscriptionsInput,
      response: subscriptions,
      write: true,
    },
    async ({ db, actor, body }) => {
      await saveSubscriptions(db, actor, body)
      return readSubscriptions(db, actor, body.location)
    },
  )
  api.endpoint(
    {
      method: 'GET',
      path: '/api/notifications/v1/templates',
      family,
      permission: 'signed-in',
      summary: 'What every kind of notification says for the caller’s tenant',
      response: z.object({ templates: z.array(notificationTemplate) }),
    },
    async ({ db, actor }) => ({ templates: await readTemplates(db, actor.tenantId) }),
  )
  api.endpoint(
    {
      method: 'GET',
      path: '/api/notifications/v1/template/:template',
      family,
      permission: 'signed-in',
      summary: 'What one kind of notification says for the caller’s tenant, and which values it brings',
      params: templateParams,
      response: templateAnswer,
      versioned: 'template',
    },
    async ({ db, actor, params }) => ({ template: await readTemplate(db, actor.tenantId, params.template) }),
  )
  api.endpoint(
    {
      method: 'PUT',
      path: '/api/notifications/v1/template/:template',
      family,
      permission: 'notification_template::update',
      summary: 'A tenant’s own words for one kind of notification; null or empty: as inherited',
      params: templateParams,
      body: templateInput,
      response: templateAnswer,
      versioned: 'template',
      write: true,
    },
    async ({ db, actor, params, body, version, now }) => {
      await saveTemplate(db, actor, params.template, { version, content: body.content }, now)
      return { template: await readTemplate(db, actor.tenantId, params.template) }
    },
  )
}
