import { useTranslate } from './shell-context'

/** Whose address this is, and where the person signs in instead. */
export interface OtherHost {
  tenant: string
  addresses: string[]
}

export function OtherHostText({ tenant, addresses }: OtherHost) {
  const t = useTranslate()
  return (
    <>
      {t('auth:failures.other_host', { tenant })}{' '}
      {addresses.map((address, at) => (
        <span key={address}>
          {at > 0 && ', '}
          <a className="link" href={address}>
            {address.replace(/\/auth\/login$/, '')}
          </a>
        </span>
      ))}
    </>
  )
}
