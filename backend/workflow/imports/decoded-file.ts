/** A file whose letters are known, or are asked for. */
import { type Encoding, type Readings } from './encodings.contract'
import type { CsvFile } from './csv-file'

export interface ReadFile extends CsvFile {
  encoding: Encoding
  readings: Readings
  /** Nobody has to be asked. */
  isSure: boolean
}
