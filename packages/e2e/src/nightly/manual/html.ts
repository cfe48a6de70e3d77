import { type PageOfManual, pictureOf, slugOf } from './page'

type Chapter = { name: string; pages: readonly PageOfManual[] }

const linkOf = (file: string) => `/docs/manual/${file}`

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.55 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color: #1c2733; background: #fff; }
  h1 { font-size: 2rem; margin: 1rem 0; } h2 { margin: 3.5rem 0 0.5rem; font-size: 1.5rem; }
  h3 { margin: 2.5rem 0 0.25rem; font-size: 1.2rem; break-after: avoid; }
  a { color: #0b5cad; } nav ul { columns: 16rem; padding-left: 1.2rem; } nav h2 { font-size: 1rem; margin: 1rem 0 0; }
  ol { padding-left: 1.5rem; } ol > li { margin: 0.75rem 0 1.5rem; break-inside: avoid; }
  .intro { color: #566472; margin: 0; }
  img { display: block; max-width: 100%; height: auto; margin-top: 0.6rem; border: 1px solid #d5dce3; border-radius: 8px; }
  @media (prefers-color-scheme: dark) {
    body { background: #10161d; color: #dfe6ee; } a { color: #7db8ff; } .intro { color: #9fb0c0; } img { border-color: #2d3945; }
  }
  @media print { .links { display: none; } body { margin: 0; max-width: none; font-size: 11pt; } h2 { break-before: page; } nav h2 { break-before: auto; } }
`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** `**…**` marks screen texts. */
const words = (sentence: string) => escaped(sentence).replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')

export function htmlOf(chapters: readonly Chapter[]): string {
  const list = ({ name, pages }: Chapter) =>
    `<h2>${name}</h2><ul>${pages.map(({ title }) => `<li><a href="#${slugOf(title)}">${title}</a></li>`).join('')}</ul>`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Cascade: the operator’s manual</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>The operator’s manual</h1>
      <p class="links"><a href="${linkOf('manual.pdf')}">As PDF</a> · <a href="/docs/fairness">How a draw is decided, and how to check its record</a></p>
      <nav aria-label="Contents">${chapters.map(list).join('\n')}</nav>
      ${chapters.map(({ name, pages }) => `<h2>${name}</h2>\n${pages.map(articleOf).join('\n')}`).join('\n')}
    </main>
  </body>
</html>
`
}

function articleOf({ title, intro, steps }: PageOfManual): string {
  const step = ({ sentence, picture }: PageOfManual['steps'][number], at: number) => {
    const shown =
      picture && `<img src="${linkOf(pictureOf(title, at))}" alt="The screen at this step" loading="lazy" />`
    return `<li>${words(sentence)}${shown ?? ''}</li>`
  }
  return `<section><h3 id="${slugOf(title)}">${title}</h3><p class="intro">${words(intro)}</p><ol>${steps.map(step).join('\n')}</ol></section>`
}
