/**
 * What the browser may fetch before it is pressed: the rows of a table and the pages of a list, while a pointer rests
 * on them. Named one by one, so that nothing is fetched that costs, counts or changes something: files, the language,
 * signing out, the panel. The pages of a list that fills its page are fetched by the script, which turns them in place
 * (`islands/next-page.ts`). Browsers without it ignore it.
 */
const rules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { selector_matches: '.data-table tbody th a, .pager a:not(.listing a)' },
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
