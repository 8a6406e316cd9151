/** People, roles, sign-ins and tokens. Nothing that opens a door is stored readably. */
import type { TenantRecord } from '../../platform/db/tables'

interface UsersTable extends TenantRecord {
  username: string
  /** Folded, unique among all tenants: sign-in does not ask for a tenant. */
  username_key: string
  /**
   * Equal for names that look the same: backend/identity/auth/username.contract.ts. Null until the name was first
   * saved with it.
   */
  lookalike_key: string | null
  full_name: string
  job_title: string | null
  email: string | null
  email_verified: number
  phone: string | null
  /** argon2id in PHC format. */
  password_hash: string
  password_changed_at: number
  /** 1: nobody knows the password; the person has yet to set one by a link. */
  password_unset: number
  enabled: number
  language: string | null
  time_zone: string | null
}

interface RolesTable extends TenantRecord {
  name: string
  note: string | null
  /** Built-in roles follow the release: see `roles.ts`. `version` grows with every change of the role's permissions. */
  built_in: number
}

interface RolePermissionsTable {
  role_id: string
  permission: string
}

interface UserRolesTable {
  user_id: string
  role_id: string
}

/** One sign-in and all the tokens that came from it. */
export interface TokenFamiliesTable {
  id: string
  user_id: string
  ip: string | null
  user_agent: string | null
  created_at: number
  /** However busy, one signs in again after this. */
  expires_at: number
  ended_at: number | null
  ended_reason: 'sign_out' | 'reuse' | 'password' | 'disabled' | null
  /** 1: it came from the identity provider, and signing out leads there, too. */
  by_sso: number | null
  /** 1: the person must set up a required second factor before anything else is permitted. */
  factor_due: number | null
  /** When the second factor was last shown in it. */
  proven_at: number | null
}

/** Who somebody is at an identity provider. */
interface SsoIdentitiesTable {
  issuer: string
  subject: string
  user_id: string
  created_at: number
}

/** Flows that were answered: none is twice. */
interface SsoAnsweredTable {
  state_hash: string
  expires_at: number
}

interface RefreshTokensTable {
  /** SHA-256. The successor is derived from the token itself, so it need not be stored. */
  token_hash: string
  family_id: string
  created_at: number
  expires_at: number
  /** When it was exchanged for its successor. */
  used_at: number | null
}

/** A lane or a brake: see login-lock.service.ts. */
interface LoginAttemptsTable {
  key: string
  /** SHA-256 of the folded name: people type passwords into the name field. */
  name_key: string
  failures: number
  /** When the count began. */
  since: number
  last_at: number
  locked_until: number
}

/** Failures that the person has not been shown yet. */
interface FailedSignInsTable {
  /** As in `login_attempts`. */
  name_key: string
  /** Blank: several further ones. */
  address: string
  failures: number
  first_at: number
  last_at: number
}

interface ApiTokensTable extends TenantRecord {
  name: string
  /** SHA-256. */
  token_hash: string
  /** JSON list of permission names. */
  permissions: string
  /** JSON lists of ids: with either, the token speaks for these alone. */
  locations: string
  smibs: string
  /** JSON list of addresses and networks that it may be used from; empty for anywhere. */
  addresses: string
  /** The first characters of the secret, by which people recognise it. */
  starts_with: string
  /** The last day, YYYY-MM-DD in the tenant's zone; `expires_at` is its end. */
  expires_on: string | null
  expires_at: number | null
  revoked_at: number | null
  /** The secret before the last rotation, valid for a while longer. */
  previous_hash: string | null
  previous_until: number | null
  rotated_at: number | null
  /** Both written at most once a minute. */
  last_used_at: number | null
  last_used_address: string | null
}

/** Lets somebody set a password once, without the one before. */
export interface PasswordLinksTable {
  id: string
  user_id: string
  purpose: 'first' | 'reset'
  /** Anybody may ask with an address at the sign-in page: that ends no link that an administrator made. */
  asked_by: 'stranger' | 'admin'
  token_hash: string
  /**
   * Where it was sent: whoever uses it has shown that the address is theirs. Null for one that an administrator handed
   * over.
   */
  address: string | null
  created_at: number
  expires_at: number
  ended_at: number | null
  ended_reason: 'used' | 'replaced' | null
}

interface SecondFactorsTable {
  user_id: string
  /** The app's key, encrypted; blank while there is only passkeys. */
  sealed: string
  /** JSON list of hashes of recovery codes that are left. */
  recovery: string
  /** Codes of this step and those before it open no more. */
  last_step: number
  created_at: number
  /** Since when the app's codes open; null until a first one was typed. */
  app_at: number | null
  /** Since when the second factor is on, by an app or a passkey. */
  confirmed_at: number | null
}

interface PasskeysTable {
  id: string
  user_id: string
  name: string
  /** Base64url, as the public key (COSE) is. */
  credential_id: string
  public_key: string
  /** As the key last reported it; 0 for keys that do not count. */
  counter: number
  /** JSON list: how a browser reaches it. */
  transports: string
  /** The tenant's sign-in host at which it was made and opens; null for the installation's own. */
  rp_host: string | null
  created_at: number
  last_used_at: number | null
}

/** Challenges that were sent to a browser for signing. Each is accepted once. */
interface PasskeyChallengesTable {
  hash: string
  user_id: string
  purpose: 'make' | 'use'
  expires_at: number
}

/** Shared by all backends on one database. */
interface AuthSecretsTable {
  name: string
  value: string
  created_at: number
}

declare module '../../platform/db/tables' {
  interface Tables {
    users: UsersTable
    roles: RolesTable
    role_permissions: RolePermissionsTable
    user_roles: UserRolesTable
    token_families: TokenFamiliesTable
    refresh_tokens: RefreshTokensTable
    login_attempts: LoginAttemptsTable
    failed_sign_ins: FailedSignInsTable
    api_tokens: ApiTokensTable
    auth_secrets: AuthSecretsTable
    password_links: PasswordLinksTable
    second_factors: SecondFactorsTable
    passkeys: PasskeysTable
    passkey_challenges: PasskeyChallengesTable
    sso_identities: SsoIdentitiesTable
    sso_answered: SsoAnsweredTable
  }
}
