/** The operator's manual, written by `npm run manual`. */
export const manualPath = '/docs/manual'

/** Pages below `/docs`, in the order of their links. `isReference`: hidden by `DOCS=off`. */
const pages = [
  { path: '/docs', label: 'API', isReference: true },
  { path: '/docs/events', label: 'Events', isReference: true },
  { path: '/docs/errors', label: 'Errors', isReference: true },
  { path: '/docs/play', label: 'Play', isReference: true },
  { path: manualPath, label: 'Manual', isReference: false },
  { path: '/docs/fairness', label: 'Fairness', isReference: false },
] as const

/** Colours of the product (`palette.ts` of ui-kit), also read by the API reference. */
const style = `
  @font-face { font-family: 'Inter Variable'; font-weight: 100 900; font-display: swap; src: url('/docs/inter.woff2') format('woff2'); }
  :root {
    color-scheme: light dark; --font: 'Inter Variable', ui-sans-serif, system-ui, sans-serif; --mono: ui-monospace, monospace;
    --accent: #0b6b74; --accent-soft: #e3f1f2; --page: #f3f6f7; --surface: #ffffff; --line: #dde5e8; --text: #12242c; --muted: #566972;
  }
  @media (prefers-color-scheme: dark) { :root {
    --accent: #4cc4c7; --accent-soft: #17363c; --page: #0c1417; --surface: #131e22; --line: #26363c; --text: #e4edef; --muted: #93a7ae;
  } }
  body { margin: 0; padding: 0; max-width: none; font: 16px/1.55 var(--font); color: var(--text); background: var(--page); }
  a { color: var(--accent); }
  .docs-header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem; padding: 0.75rem 1.5rem; background: #0d2a33; }
  .docs-header a { color: #b7cbd1; text-decoration: none; border-radius: 6px; padding: 0.25rem 0.6rem; }
  .docs-header a:hover, .docs-header [aria-current] { color: #ffffff; background: #17434f; }
  .docs-header a:focus-visible { outline: 2px solid #8fe3dd; }
  .docs-header .docs-name { display: inline-flex; align-items: center; gap: 0.6rem; padding: 0; color: #ffffff; background: none; font-size: 1.2rem; font-weight: 680; letter-spacing: -0.02em; }
  .docs-header nav { display: flex; flex-wrap: wrap; gap: 0.25rem; }
  .docs-body { max-width: 72rem; margin: 2rem auto 4rem; padding: 0 1.5rem; overflow-wrap: break-word; }
  .docs-body > main { max-width: 52rem; margin: 0 auto; }
  .docs-body table { border-collapse: collapse; width: 100%; margin: 1rem 0 2.5rem; background: var(--surface); }
  .docs-body th, .docs-body td { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--line); }
  .docs-body code { font-family: var(--mono); font-size: 0.9em; }
  .docs-body td > code:only-child { white-space: nowrap; }
  .docs-body pre { overflow: auto; padding: 0.75rem 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
  .docs-body section h2 { margin: 3rem 0 0.5rem; font-size: 1.25rem; }
  .docs-body summary { cursor: pointer; color: var(--accent); margin: 0.5rem 0; }
  .muted, .intro { color: var(--muted); }
  @media (max-width: 40rem) {
    .docs-header, .docs-body { padding-left: 1rem; padding-right: 1rem; }
    .docs-body thead { display: none; } .docs-body :is(table, tbody) { display: block; }
    .docs-body td { display: block; border: 0; padding: 0.15rem 0.75rem; overflow-wrap: anywhere; }
    .docs-body tr { display: block; border-bottom: 1px solid var(--line); padding: 0.6rem 0; } .docs-body td > code:only-child { white-space: normal; }
  }
  @media print { .docs-header { display: none; } body { background: none; } }
`

const mark =
  '<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true"><g fill="none" stroke="#4fbcc0" stroke-width="4.4" stroke-linecap="round"><path d="M4 6.2h15.6a6.2 6.2 0 0 1 6.2 6.2V26.6"/><path d="M4 14.2h8.6a5 5 0 0 1 5 5v7.4" opacity=".78"/><path d="M4 22.2h1.8a3.6 3.6 0 0 1 3.6 3.6v.8" opacity=".56"/></g></svg>'

/** @param hasReference false where `DOCS=off` hides the API reference */
export function createDocsFrame(hasReference: boolean) {
  const headerOf = (path: string) => {
    const links = pages
      .filter(({ isReference }) => hasReference || !isReference)
      .map(page => `<a href="${page.path}"${page.path === path ? ' aria-current="page"' : ''}>${page.label}</a>`)
    return `<header class="docs-header"><a class="docs-name" href="/">${mark}Cascade</a><nav aria-label="Documentation">${links.join('')}</nav></header>`
  }
  /** Puts a complete page into the frame; the page's own style gives way to it. */
  const wrap = (path: string, html: string, bodyClass = 'docs-body') =>
    html
      .replace('</head>', () => `<link rel="icon" href="/icon-192.png" /><style>${style}</style></head>`)
      .replace('<body>', () => `<body>${headerOf(path)}<div class="${bodyClass}">`)
      .replace('</body>', '</div></body>')

  const page = (path: string, title: string, content: string, bodyClass?: string) =>
    wrap(
      path,
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Cascade: ${title}</title>
</head>
<body>
${content}
</body>
</html>
`,
      bodyClass,
    )
  return { wrap, page }
}

export const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
export const mono = (name: string) => `<code>${escapeHtml(name)}</code>`
/** Marks names between backticks. */
export const text = (sentence: string) =>
  escapeHtml(sentence).replace(/`([^`]+)`/g, (_, name: string) => `<code>${name}</code>`)
export const tableHtml = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table><thead><tr>${heads.map(head => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map(cells => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`)
    .join('\n')}</tbody></table>`
