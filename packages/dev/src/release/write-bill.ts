import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../build/packages'
import { makeBillOfMaterials } from './bill-of-materials'

/** `npm run sbom -w @cascade/dev`: writes the bill of materials of this version, and prints where. */
const bill = makeBillOfMaterials()
const file = join('.cache', `${bill.metadata.component['bom-ref'].replace('@', '-')}.cdx.json`)
mkdirSync(join(repository, '.cache'), { recursive: true })
writeFileSync(join(repository, file), `${JSON.stringify(bill, null, 1)}\n`)
console.log(file)
