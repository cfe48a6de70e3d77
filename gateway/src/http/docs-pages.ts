import { codeCatalogue, reasonCatalogue, statusByCode } from '@cascade/contracts'
import { type AsyncApi, eventSchemas, messageOf } from '@cascade/contracts/asyncapi'
import { marked } from 'marked'
import { escapeHtml, mono, tableHtml, text } from './docs-frame'

const referenceStyle = `
  .docs-reference { max-width: 80rem; margin: 0 auto; }
  .swagger-ui, .swagger-ui :is(h1, h2, h3, h4, h5, p, a, li, td, th, label, input, select, button, table, .info .title, .opblock-tag, .opblock-summary-description, .btn, .tab li, .parameter__name, .response-col_status) { font-family: var(--font) !important; }
  .swagger-ui :is(code, pre, .opblock-summary-path, .opblock-summary-method, .microlight) { font-family: var(--mono) !important; }
  .swagger-ui .info a { color: var(--accent); }
  .swagger-ui .scheme-container { background: var(--surface); box-shadow: none; border-block: 1px solid var(--line); }
  .swagger-ui .opblock { border-radius: 8px; box-shadow: none; }
  .swagger-ui .info .markdown table { display: block; overflow-x: auto; }
  .swagger-ui .markdown code { color: var(--accent) !important; }
  .swagger-ui .info .markdown td { padding: 0.5rem 0.75rem; vertical-align: top; }
  html.dark-mode body, html.dark-mode .swagger-ui { background: var(--page); }
`
/** Content of `/docs`. */
export const referenceContent = `<link rel="stylesheet" href="/docs/reference.css" />
<style>${referenceStyle}</style>
<main id="reference"></main>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>`
/** A separate file, because the content policy forbids inline scripts. */
export const referenceStart = `const dark = matchMedia('(prefers-color-scheme: dark)')
const followTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followTheme)
followTheme()
SwaggerUIBundle({
  url: '/docs/openapi.json', dom_id: '#reference', docExpansion: 'none', filter: true, validatorUrl: null,
})
`

/** Content of `/docs/errors`. */
export function errorsContent(): string {
  const codes = Object.entries(codeCatalogue).map(([code, { meaning, action }]) => [
    ...[mono(code), String(statusByCode[code as keyof typeof statusByCode]), text(meaning), text(action)],
  ])
  const reasons = Object.entries(reasonCatalogue).map(([reason, { code, meaning, action }]) => [
    ...[mono(reason), mono(code), text(meaning), text(action)],
  ])
  return `<h1>Errors</h1>
<p>
  Every error response has the body <code>{ success: false, message, code, reason?, errors?, transferId?, creditLeft?, requestId }</code>.
  <code>code</code> and <code>reason</code> are stable; messages may change, so compare codes and never messages.
</p>
<h2>Codes</h2>
${tableHtml(['Code', 'Status', 'Meaning', 'What to do'], codes)}
<h2>Reasons</h2>
<p>A reason distinguishes cases of one code. New ones may be added: treat one that you do not know as its code.</p>
${tableHtml(['Reason', 'Code', 'Meaning', 'What to do'], reasons)}`
}

/** Content of `/docs/events`: what the AsyncAPI document says. */
export function eventsContent(document: AsyncApi): string {
  const { info, channels } = document
  const schemas = eventSchemas()
  const rows = Object.entries(channels).map(([type, { title }]) => [
    `<a href="#${type}">${mono(type)}</a>`,
    escapeHtml(title),
  ])
  const sections = Object.entries(channels).map(([type, { address, title, description }]) => {
    const example = messageOf(document, type)?.examples[0]?.payload
    return `<section id="${type}">
<h2>${escapeHtml(title)}</h2>
<p>Address ${mono(address)}</p>
<p>${text(description)}</p>
${tableHtml(['Field of <code>data</code>', 'Type'], fieldRows(schemas.get(type) ?? {}))}
<details><summary>Example</summary><pre><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre></details>
<p><a href="/docs/events/${type}.json">JSON schema</a></p>
</section>`
  })
  return `<h1>Events</h1>
${markdown(info.description)}
<p>The same as <a href="/docs/asyncapi.json">AsyncAPI 3 document</a>.</p>
${tableHtml(['Event', 'When'], rows)}
${sections.join('\n')}`
}

type Schema = {
  type?: string | readonly string[]
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
}

function fieldRows(payload: Schema): string[][] {
  const { properties = {}, required = [] } = payload.properties?.data ?? {}
  return Object.entries(properties).map(([name, field]) => [
    mono(name),
    `${text(typeOf(field))}${required.includes(name) ? '' : ', optional'}`,
  ])
}

function typeOf(schema: Schema): string {
  const { type, format, enum: values, const: value, anyOf, items, properties } = schema
  if (value !== undefined) return JSON.stringify(value)
  if (values) return values.map(each => JSON.stringify(each)).join(' | ')
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' | ')
  if (items) return `list of ${typeOf(items)}`
  if (properties) return `{ ${Object.keys(properties).join(', ')} }`
  return format ?? [type ?? 'any JSON'].flat().join(' | ')
}

/** HTML of a document of ours. */
export const markdown = (source: string) => marked.parse(source, { async: false })
