import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const templates = join(import.meta.dirname, '..', '..', 'templates')

export const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap(name => filesBelow(join(path, name))) : [path]

/** Writes the files of a template into a folder; `{{name}}` in a path or text stands for a value. */
export function fillTemplates(kind: 'consumer' | 'domain', folder: string, values: Readonly<Record<string, string>>) {
  const fill = (text: string) => text.replace(/\{\{([^}]+)\}\}/g, (_, name: string) => values[name] ?? '')
  const source = join(templates, kind)
  for (const path of filesBelow(source)) {
    const target = join(folder, fill(relative(source, path)).replace(/\.template$/, ''))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, fill(readFileSync(path, 'utf8')))
  }
}
