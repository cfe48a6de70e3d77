import { join } from 'node:path'
import { repository } from '../../support/tree-copy'

export const manualFolder = join(repository, 'gateway', 'manual')
export const textFile = join(manualFolder, 'manual.md')

/** A manual page: a task and its steps. `**…**` marks screen texts. */
export type PageOfManual = { title: string; intro: string; steps: { sentence: string; picture?: Buffer }[] }

export const slugOf = (title: string) => title.toLowerCase().replace(/[^a-z]+/g, '-')
export const pictureOf = (title: string, at: number) => `pictures/${slugOf(title)}-${at + 1}.png`

export function markdownOf({ title, intro, steps }: PageOfManual): string {
  const lines = steps.flatMap(({ sentence, picture }, at) => {
    const step = wrapped(`${at + 1}. ${sentence}`, '   ')
    return picture ? [step, '', `   ![Step ${at + 1}](${pictureOf(title, at)})`, ''] : [step, '']
  })
  return [`### ${title}`, '', wrapped(intro), '', ...lines].join('\n')
}

/** Words of a Markdown text, ignoring line breaks and pictures. */
export const wordsOf = (markdown: string) =>
  markdown
    .replaceAll(/!\[.*?\]\(.*?\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const mostSigns = 110

function wrapped(text: string, indent = ''): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line.trim() === '') lines[lines.length - 1] = line + word
    else if (line.length + word.length < mostSigns) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(indent + word)
  }
  return lines.join('\n')
}
