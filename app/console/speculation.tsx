/**
 * What the browser may fetch before it is pressed: the rows of a table and the pages of a list, while a pointer rests on them. Named one by one,
 * so that nothing is fetched that costs, counts or changes something: files, the language, signing out, the panel. The page before and after is
 * drawn, too: most of a page's time on a kiosk is drawing it. Browsers without it ignore it.
 */
const rules = JSON.stringify({
  prerender: [{ where: { selector_matches: '.pager a[rel]' }, eagerness: 'moderate' }],
  prefetch: [
    {
      where: {
        and: [
          { selector_matches: '.data-table tbody th a, .pager a' },
          { not: { href_matches: '/*.csv*' } },
          { not: { href_matches: '/*/export*' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

export const Speculation = ({ nonce }: { nonce: string }) => (
  <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: rules }} />
)
