import { posix } from 'node:path'
import type { Document } from './documents'
import type { Room } from './workspace'

const npmScript = /npm run (?:-s )?([\w:-]+)(?:[^\n`]*? -w (\S+?)(?=[`\s)]|$))?/g
const vitestRun = /npx vitest run ([^\n`#]+)/g
const link = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g
/** Where a name stands for any: `npm run <script>`. */
const placeholder = /[<>{}…*]/

type House = {
  scripts: Readonly<Record<string, unknown>>
  rooms: readonly Pick<Room, 'folder' | 'manifest'>[]
  /** Projects of vitest, and every file of the repository, relative to its root. */
  projects: readonly string[]
  files: readonly string[]
}

/** Commands and links of documents that lead nowhere: scripts, projects and tests that are not there. */
export function commandFaults(documents: readonly Document[], house: House): string[] {
  return documents.flatMap(({ path, text }) =>
    [
      ...Array.from(text.matchAll(npmScript), ([, script = '', room]) => scriptFault(script, room, house)),
      ...Array.from(text.matchAll(vitestRun)).flatMap(([, words = '']) => vitestFaults(words, house)),
      ...Array.from(text.matchAll(link), ([, file = '', heading]) => linkFault(path, file, heading, documents, house)),
    ].flatMap(fault => (fault ? [`${path} names ${fault}, which is not there`] : [])),
  )
}

function scriptFault(script: string, room: string | undefined, { scripts, rooms }: House): string | undefined {
  const owner = room ? rooms.find(({ folder, manifest }) => folder === room || manifest.name === room) : undefined
  const known = room ? owner?.manifest.scripts : scripts
  return known?.[script] === undefined ? `npm run ${script}${room ? ` -w ${room}` : ''}` : undefined
}

function vitestFaults(words: string, { projects, files }: House): string[] {
  const parts = words.trim().split(/\s+/)
  return parts.flatMap((part, at) => {
    if (part === '--project' || placeholder.test(part)) return []
    const isThere = parts[at - 1] === '--project' ? projects.includes(part) : files.some(file => isTestOf(file, part))
    return isThere ? [] : [`vitest's ${part}`]
  })
}

const isTestOf = (file: string, part: string) => /\.test\.tsx?$/.test(file) && file.includes(part)

function linkFault(
  from: string,
  file: string,
  heading: string | undefined,
  documents: readonly Document[],
  { files }: House,
) {
  const target = file === '' ? from : posix.join(posix.dirname(from), file)
  if (!files.includes(target)) return `the link ${file}`
  const text = documents.find(({ path }) => path === target)?.text ?? ''
  return heading && !headingsOf(text).includes(heading) ? `the heading ${file}#${heading}` : undefined
}

/** As pages of Markdown name them: small letters, hyphens for blanks, no other signs. */
const headingsOf = (text: string) =>
  Array.from(text.matchAll(/^#+ (.+)$/gm), ([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s/g, '-'),
  )
