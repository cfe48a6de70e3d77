import { posix } from 'node:path'
import type { Document } from './documents'
import type { Workspace } from './workspace'

const npmScript = /npm run (?:-s )?([\w:-]+)(?:[^\n`]*? -w (\S+?)(?=[`\s)]|$))?/g
const vitestRun = /npx vitest run ([^\n`#]+)/g
const link = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g
/** A placeholder, as in `npm run <script>`. */
const placeholder = /[<>{}…*]/

type RepositoryIndex = {
  scripts: Readonly<Record<string, unknown>>
  workspaces: readonly Pick<Workspace, 'folder' | 'manifest'>[]
  projects: readonly string[]
  /** Every file of the repository, relative to its root. */
  files: readonly string[]
}

/** Documents that name missing scripts, vitest projects, tests, files or headings. */
export function commandFaults(documents: readonly Document[], index: RepositoryIndex): string[] {
  return documents.flatMap(({ path, text }) =>
    [
      ...Array.from(text.matchAll(npmScript), ([, script = '', workspace]) => scriptFault(script, workspace, index)),
      ...Array.from(text.matchAll(vitestRun)).flatMap(([, words = '']) => vitestFaults(words, index)),
      ...Array.from(text.matchAll(link), ([, file = '', heading]) => linkFault(path, file, heading, documents, index)),
    ].flatMap(fault => (fault ? [`${path} names ${fault}, which does not exist`] : [])),
  )
}

function scriptFault(
  script: string,
  workspace: string | undefined,
  { scripts, workspaces }: RepositoryIndex,
): string | undefined {
  const owner = workspace
    ? workspaces.find(({ folder, manifest }) => folder === workspace || manifest.name === workspace)
    : undefined
  const available = workspace ? owner?.manifest.scripts : scripts
  return available?.[script] === undefined ? `npm run ${script}${workspace ? ` -w ${workspace}` : ''}` : undefined
}

function vitestFaults(words: string, { projects, files }: RepositoryIndex): string[] {
  const parts = words.trim().split(/\s+/)
  return parts.flatMap((part, at) => {
    if (part === '--project' || placeholder.test(part)) return []
    const exists = parts[at - 1] === '--project' ? projects.includes(part) : files.some(file => isTestOf(file, part))
    return exists ? [] : [`vitest's ${part}`]
  })
}

const isTestOf = (file: string, part: string) => /\.test\.tsx?$/.test(file) && file.includes(part)

function linkFault(
  from: string,
  file: string,
  heading: string | undefined,
  documents: readonly Document[],
  { files }: RepositoryIndex,
) {
  const target = file === '' ? from : posix.join(posix.dirname(from), file)
  if (!files.includes(target)) return `the link ${file}`
  const text = documents.find(({ path }) => path === target)?.text ?? ''
  return heading && !headingsOf(text).includes(heading) ? `the heading ${file}#${heading}` : undefined
}

/** Anchors of a Markdown page: lower case, hyphens for spaces, no punctuation. */
const headingsOf = (text: string) =>
  Array.from(text.matchAll(/^#+ (.+)$/gm), ([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s/g, '-'),
  )
