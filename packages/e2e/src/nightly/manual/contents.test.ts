import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contents } from './contents'
import { manualFolder, textFile } from './page'

describe('the manual', () => {
  it('is served with every task, in the order of the book, and every picture', async () => {
    const text = await readFile(textFile, 'utf8')
    const headings = Array.from(text.matchAll(/^##+ (.+)$/gm), ([, heading]) => heading)
    expect(headings, 'npm run manual writes it anew').toEqual(Object.entries(contents).flat(2))
    const html = await readFile(join(manualFolder, 'index.html'), 'utf8')
    const files = Array.from(html.matchAll(/(?:src|href)="\/docs\/manual\/([^"]+)"/g), ([, file]) => file ?? '')
    expect(files.length).toBeGreaterThan(headings.length)
    // The PDF is made by the same command and not in git.
    for (const file of files.filter(name => name !== 'manual.pdf'))
      expect((await stat(join(manualFolder, file))).size).toBeGreaterThan(0)
  })
})
