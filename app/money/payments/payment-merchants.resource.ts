import { paymentMerchantsContract } from '../../../backend/money/payments/payment-merchants.contract'
import { defineResource } from '../../engine/definition/define-resource'
import { choice, longText, mono } from '../../engine/fields'

/** A tenant's agreement with its payment provider; the key that signs callbacks is shown once. */
export const paymentMerchants = defineResource('payment-merchants', paymentMerchantsContract, {
  title: 'merchant_id',
  state: 'environment',
  fields: {
    merchant_id: mono(),
    fiscal_code: mono(),
    iban: mono(),
    environment: choice({ test: 'muted', live: 'good' }),
    callback: mono(),
  },
  list: {
    columns: ['merchant_id', 'tenant', 'legal_name', 'environment', 'enabled', 'limit', 'rotated_at'],
    more: ['fiscal_code', 'iban', 'callback', 'created_at', 'updated_at'],
    summary: ['tenant', 'environment', 'enabled'],
    filters: ['tenant', 'environment', 'enabled'],
  },
  detail: {
    sections: {
      merchant: ['merchant_id', 'tenant', 'legal_name', 'fiscal_code', 'iban'],
      use: ['environment', 'enabled', 'limit', 'callback', 'rotated_at', 'previous_until'],
      record: ['created_at', 'updated_at'],
    },
  },
  form: {
    ofTenant: [],
    sections: {
      merchant: ['tenant', 'merchant_id', 'legal_name', 'fiscal_code', 'iban'],
      use: ['environment', 'enabled', 'limit'],
    },
  },
  actions: { rotate: { fields: { reason: longText() } } },
})
