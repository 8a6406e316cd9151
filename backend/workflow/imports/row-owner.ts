/** Whose a row of a file is, and where. */

export interface Tenant {
  id: string
  name: string
  currency: string
}

export interface Place {
  id: string
  code: string
  tenant_id: string
}
