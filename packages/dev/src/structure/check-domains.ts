import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accessFaults } from './access'
import { browserFaults } from './browser'
import { commandFaults } from './commands'
import { folderCycleFaults } from './cycles'
import { directionFaults, pathFaults } from './directions'
import { documentFaults, lengthFaults } from './documents'
import { ownersFaults } from './owners'
import { settingFaults } from './settings'
import { sharedFaults } from './shared-parts'
import { structureFaults } from './structure'
import { versionFaults } from './versions'
import { filesBelow, type PackageJson, readSources, readWorkspaces } from './workspace'

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..')
const workspaces = readWorkspaces(root)
const sources = readSources(workspaces)
const files = filesBelow(root)
const documents = files
  .filter(file => file.endsWith('.md') && !file.includes('/templates/'))
  .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const projects = Array.from(
  readFileSync(join(root, 'vitest.config.ts'), 'utf8').matchAll(/name: '(\w+)'/g),
  match => match[1] ?? '',
)
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageJson

const faults = [
  ...structureFaults(root),
  ...ownersFaults(root),
  ...directionFaults(workspaces),
  ...pathFaults(
    workspaces.map(({ folder }) => folder),
    sources,
  ),
  ...accessFaults(root, sources),
  ...browserFaults(sources),
  ...folderCycleFaults(sources),
  ...documentFaults(documents, files),
  ...lengthFaults(documents),
  ...commandFaults(documents, { scripts: own.scripts ?? {}, workspaces: workspaces, projects, files }),
  ...settingFaults(sources, documents),
  ...sharedFaults(sources),
  ...versionFaults([own, ...workspaces.map(workspace => workspace.manifest)]),
]

if (faults.length > 0) {
  console.error(faults.map(fault => `- ${fault}`).join('\n'))
  console.error(`\nstructure check failed: ${faults.length} fault(s). Rules: packages/dev/README.md`)
  process.exitCode = 1
} else {
  console.log(`structure check passed (${workspaces.length} packages)`)
}
