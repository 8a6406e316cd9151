/** A file of rows as it was read: its columns, its cells, and what was remarkable. */

export interface CsvRow {
  line: number
  cells: string[]
}

export interface FileColumn {
  header: string
  name: string | null
}

export interface CodedMessage {
  code: string
  params?: Record<string, string | number>
}

export interface CsvFile {
  delimiter: string
  columns: FileColumn[]
  rows: CsvRow[]
  warnings: CodedMessage[]
}
