/**
 * What the browser may fetch before it is pressed: the rows of a table and the pages of a list, while a pointer rests on them. Named one by one,
 * so that nothing is fetched that costs, counts or changes something: files, the language, signing out, the panel. With a mouse the page before and
 * after is drawn as well, by the script (`islands/draw-ahead.ts`). Browsers without it ignore it.
 */
const rules = JSON.stringify({
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
