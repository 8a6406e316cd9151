/** The spine: every entity's name and where its list lives. The name is also its locale file and its key in the registry. */
export const resourcePaths = {
  tenants: '/tenants',
  locations: '/locations',
  slots: '/slots',
  smibs: '/advanced/smibs',
} as const

export type ResourceName = keyof typeof resourcePaths
