import { codeCatalogue, reasonCatalogue, statusOfCode } from '@cascade/contracts'

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #1c2733; }
  table { border-collapse: collapse; width: 100%; margin: 1rem 0 3rem; }
  th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem; border-bottom: 1px solid #d5dce3; }
  code { font-family: ui-monospace, monospace; font-size: 0.9em; white-space: nowrap; }
  @media (prefers-color-scheme: dark) {
    body { background: #10161d; color: #dfe6ee; } th, td { border-color: #2d3945; } a { color: #7db8ff; }
  }
  @media (max-width: 40rem) { thead { display: none; } td { display: block; border: 0; padding: 0.15rem 0; } tr { display: block; border-bottom: 1px solid #8a97a5; padding: 0.75rem 0; } }
`

/** Every code and reason of a refusal, what it means and what to do, made from the contracts. */
export function errorsPage(): string {
  const codes = Object.entries(codeCatalogue).map(([code, { meaning, action }]) =>
    rowOf([mono(code), String(statusOfCode[code as keyof typeof statusOfCode]), text(meaning), text(action)]),
  )
  const reasons = Object.entries(reasonCatalogue).map(([reason, { code, meaning, action }]) =>
    rowOf([mono(reason), mono(code), text(meaning), text(action)]),
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Cascade API: refusals</title>
    <style>${style}</style>
  </head>
  <body>
    <p><a href="/docs">The calls</a></p>
    <h1>Refusals</h1>
    <p>
      Every refusal has the body <code>{ success: false, message, code, reason?, errors?, transferId?, requestId }</code>.
      <code>code</code> and <code>reason</code> keep their meaning; sentences may change, so compare codes and never sentences.
    </p>
    <h2>Codes</h2>
    ${tableOf(['Code', 'Status', 'Meaning', 'What to do'], codes)}
    <h2>Reasons</h2>
    <p>A reason stands beside a code where a program may want to tell cases of one code apart.</p>
    ${tableOf(['Reason', 'Code', 'Meaning', 'What to do'], reasons)}
  </body>
</html>
`
}

const mono = (name: string) => `<code>${name}</code>`
const text = (sentence: string) => sentence.replace(/`([^`]+)`/g, (_, name: string) => mono(name))
const rowOf = (cells: readonly string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
const tableOf = (heads: readonly string[], rows: readonly string[]) =>
  `<table><thead><tr>${heads.map(head => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`
