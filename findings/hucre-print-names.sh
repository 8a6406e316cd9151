#!/usr/bin/env bash
# Guess: a workbook's print area and repeated rows, set through the library's own page setup, work for a sheet of any valid name.
# Version: hucre 1.0.0 (npm).
# Behaviour: the sheet's name is written into the reference as it is, without the apostrophes that a name with a space needs. A program that
#   reads it finds no reference: Gnumeric 1.12.55 reports "Invalid expression" for each name, LibreOffice drops print area and repeated rows.
#   Names of one's own (`namedRanges` with `_xlnm.Print_Area`, `scope` the sheet) are written as given, so they can be quoted.
# Output seen: Titan 2026-11-26!$A$1:$B$2
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent hucre@1.0.0
cat > look.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
const zip = Buffer.from(
  await writeXlsx({
    sheets: [{ name: 'Titan 2026-11-26', rows: [['a', 'b'], [1, 2]], pageSetup: { printArea: '$A$1:$B$2' } }],
  }),
)
// The directory at the end names each part and where it begins.
let text = ''
for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4, 'latin1')) {
  const [method, size, length, start] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
  if (zip.toString('utf8', at + 46, at + 46 + length) !== 'xl/workbook.xml') continue
  const begin = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
  const bytes = zip.subarray(begin, begin + size)
  text = (method === 8 ? inflateRawSync(bytes) : bytes).toString()
}
const [, reference] = /<definedName[^>]*Print_Area[^>]*>([^<]*)</.exec(text) ?? []
console.log(reference)
process.exit(reference === 'Titan 2026-11-26!$A$1:$B$2' ? 0 : 1)
JS
sed -i '/readFileSync/d' look.mjs
node look.mjs
