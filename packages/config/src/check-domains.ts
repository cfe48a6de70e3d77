import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accessFaults } from './check/access'
import { browserFaults } from './check/browser'
import { circleFaults, fileCircleFaults } from './check/circles'
import { commandFaults } from './check/commands'
import { directionFaults } from './check/directions'
import { documentFaults, lengthFaults } from './check/documents'
import { ownersFaults } from './check/owners'
import { settingFaults } from './check/settings'
import { sharedFaults } from './check/shared-parts'
import { structureFaults } from './check/structure'
import { versionFaults } from './check/versions'
import { filesBelow, type PackageJson, readRooms, readSources, sourcesOf } from './check/workspace'

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')
const rooms = readRooms(root)
const sources = readSources(rooms)
const files = filesBelow(root)
const documents = files
  .filter(file => file.endsWith('.md') && !file.includes('/templates/'))
  .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
/** The projects of vitest.config.ts, as it names them. */
const projects = Array.from(
  readFileSync(join(root, 'vitest.config.ts'), 'utf8').matchAll(/name: '(\w+)'/g),
  match => match[1] ?? '',
)
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageJson

const faults = [
  ...structureFaults(root),
  ...ownersFaults(root),
  ...rooms.flatMap(room =>
    sourcesOf(room).flatMap(file => directionFaults(room.folder, file, readFileSync(join(room.path, file), 'utf8'))),
  ),
  ...accessFaults(root, sources),
  ...browserFaults(sources),
  ...circleFaults(sources),
  ...fileCircleFaults(sources),
  ...documentFaults(documents, files),
  ...lengthFaults(documents),
  ...commandFaults(documents, { scripts: own.scripts ?? {}, rooms, projects, files }),
  ...settingFaults(sources, documents),
  ...sharedFaults(sources),
  ...versionFaults([own, ...rooms.map(room => room.manifest)]),
]

if (faults.length > 0) {
  console.error(faults.map(fault => `- ${fault}`).join('\n'))
  console.error(`\nThe structure has ${faults.length} fault(s). Rules: packages/config/README.md`)
  process.exitCode = 1
} else {
  console.log(`The structure holds: ${rooms.length} rooms.`)
}
