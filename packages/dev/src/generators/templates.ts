import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const templates = join(import.meta.dirname, '..', '..', 'templates')

const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap(name => filesBelow(join(path, name))) : [path]

export type TemplateKind = 'consumer' | 'remote'

/** Writes the files of a template into a folder; `{{name}}` in a path or text stands for a value. */
export function fillTemplates(kind: TemplateKind, folder: string, values: Readonly<Record<string, string>>): void {
  const source = join(templates, kind)
  for (const path of filesBelow(source)) {
    const target = join(folder, fill(relative(source, path), values).replace(/\.template$/, ''))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, fill(readFileSync(path, 'utf8'), values))
  }
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The template has no value for ${name}.`)
    return value
  })
}
