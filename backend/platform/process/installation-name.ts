/** Longer ones would fill a phone's title and an authenticator app's line. */
export const MOST_NAME_LETTERS = 60

/** An installation's own name, or the product's where it has none. Both programs check the setting at start. */
export const installationName = (
  standard: string,
  source: Readonly<Record<string, string | undefined>> = process.env,
): string => {
  const own = source.INSTALLATION_NAME?.trim()
  return own === undefined || own === '' ? standard : own
}
