/** An administrator who looks at pages as another user: who, whom, why and until when. */
interface UserViewingsTable {
  id: string
  /** Of whom is viewed. */
  tenant_id: string
  user_id: string
  viewer_id: string
  viewer_tenant_id: string
  viewer_name: string
  /** The viewer's own sign-in, which `token_families.viewing_id` points back from while it is open. */
  family_id: string
  reason: string
  started_at: number
  until: number
  ended_at: number | null
  /** The viewer's address. */
  ip: string | null
}

declare module '../../platform/db/tables' {
  interface Tables {
    user_viewings: UserViewingsTable
  }
}
