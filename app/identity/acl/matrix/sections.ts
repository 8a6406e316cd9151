/** Permissions by what they are about, several such sections side by side while a sheet of paper holds them. */
export interface MatrixSection {
  entity: string
  columns: { name: string; /** In the answer's cells. */ index: number }[]
}

/** As many columns as stand side by side on a sheet of A4 in landscape, with the names before them. */
const ON_A_SHEET = 46

export function sectionsOf(permissions: readonly string[]): MatrixSection[] {
  const sections = new Map<string, MatrixSection>()
  permissions.forEach((name, index) => {
    const entity = name.split('::')[0] ?? name
    const section = sections.get(entity) ?? { entity, columns: [] }
    section.columns.push({ name, index })
    sections.set(entity, section)
  })
  return [...sections.values()]
}

/** In their order; one that is wider than a sheet has a sheet of its own. */
export function sheetsOf(sections: readonly MatrixSection[]): MatrixSection[][] {
  const sheets: MatrixSection[][] = []
  let room = 0
  for (const section of sections) {
    const { length } = section.columns
    const last = sheets.at(-1)
    if (last && length <= room) {
      last.push(section)
      room -= length
    } else {
      sheets.push([section])
      room = ON_A_SHEET - length
    }
  }
  return sheets
}
