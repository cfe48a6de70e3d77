import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repository } from '../../support/tree-copy'
import { contents } from './contents'
import { htmlOf } from './html'
import { manualFolder, markdownOf, type PageOfManual, pictureOf, textFile } from './page'
import { writePdf } from './write-pdf'

// Runs every task in the browser and rewrites the operator manual: npm run manual (after npm run build).
const pagesFolder = await mkdtemp(join(tmpdir(), 'cascade-manual-'))

async function goThroughTasks(): Promise<void> {
  const program = join(repository, 'node_modules', '.bin', 'vitest')
  const args = ['run', '--project', 'manual']
  const env = { ...process.env, MANUAL_PAGES: pagesFolder }
  const [code] = await once(spawn(program, args, { cwd: repository, env, stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error('some tasks failed; manual not changed')
}

async function readPage(title: string): Promise<PageOfManual> {
  const page = JSON.parse(await readFile(join(pagesFolder, `${title}.json`), 'utf8')) as Omit<PageOfManual, 'steps'> & {
    steps: { sentence: string; picture?: string }[]
  }
  const steps = page.steps.map(({ sentence, picture }) => ({
    sentence,
    ...(picture ? { picture: Buffer.from(picture, 'base64') } : {}),
  }))
  return { ...page, steps }
}

try {
  await goThroughTasks()
  const chapters: { name: string; pages: PageOfManual[] }[] = []
  for (const [name, titles] of Object.entries(contents)) {
    chapters.push({ name, pages: await Promise.all(titles.map(readPage)) })
  }
  await rm(manualFolder, { recursive: true, force: true })
  for (const { title, steps } of chapters.flatMap(({ pages }) => pages)) {
    for (const [at, { picture }] of steps.entries()) {
      if (!picture) continue
      const path = join(manualFolder, pictureOf(title, at))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, picture)
    }
  }
  const text = chapters.flatMap(({ name, pages }) => [`## ${name}`, ...pages.map(markdownOf)])
  await writeFile(
    textFile,
    `${['# The operator’s manual', ...text]
      .join('\n\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()}\n`,
  )
  const html = htmlOf(chapters)
  await writeFile(join(manualFolder, 'index.html'), html)
  await writePdf(html)
} finally {
  await rm(pagesFolder, { recursive: true, force: true })
}
