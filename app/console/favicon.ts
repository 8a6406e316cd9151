/**
 * A picture of points: one of lines is a document of its own to a browser, with styles and a layout, on every page
 * again.
 */
export const favicon = { rel: 'icon', href: '/favicon.png', type: 'image/png', sizes: '48x48' } as const
