import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { launchChromium } from '../../support/browser/launch-chromium'
import { manualFolder } from './page'

/** Prints the manual to PDF with compressed pictures; the file is not in git. */
export async function writePdf(html: string): Promise<void> {
  const pictures = new Set(Array.from(html.matchAll(/src="\/docs\/manual\/([^"]+)"/g), ([, file = '']) => file))
  let printed = html.replaceAll(' loading="lazy"', '')
  for (const file of pictures) {
    const small = sharp(await readFile(join(manualFolder, file))).resize({ width: 640 })
    const bytes = await small.jpeg({ quality: 50, mozjpeg: true }).toBuffer()
    printed = printed.replaceAll(`/docs/manual/${file}`, `data:image/jpeg;base64,${bytes.toString('base64')}`)
  }
  const browser = await launchChromium()
  const page = await browser.newPage()
  await page.setContent(printed, { waitUntil: 'load' })
  const margin = { top: '18mm', bottom: '18mm', left: '18mm', right: '18mm' }
  const footerTemplate = '<p style="width:100%;text-align:center;font-size:8px"><span class="pageNumber"></span></p>'
  const numbered = { displayHeaderFooter: true, headerTemplate: '<p></p>', footerTemplate }
  await page.pdf({ path: join(manualFolder, 'manual.pdf'), format: 'A4', margin, outline: true, ...numbered })
  await browser.close()
}
