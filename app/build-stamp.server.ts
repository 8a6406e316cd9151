/** Which build this is: decided when it is built (vite.config.ts), so that it never differs from what its pages say. */
export interface BuildStamp {
  commit: string
  /** ISO 8601. */
  commit_date: string
}

export const build: BuildStamp = { commit: __COMMIT__, commit_date: __COMMIT_DATE__ }
