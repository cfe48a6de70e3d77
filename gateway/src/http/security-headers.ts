import type { Server } from 'node:http'

/** Scripts come from our origin only; antd writes its styles into the page, and images and papers are made in it. */
const contentPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  'frame-src blob:',
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'content-security-policy': contentPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Browsers read these from a page only: a list takes a dozen files and calls, which they would make heavier. */
const pageHeaders = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}
const noPage = /^\/(?:api|mf|static)\//

/** Sets them before anyone answers, so that no answer is without: not an error's, not the socket server's. */
export function addSecurityHeaders(server: Server, secure: boolean): void {
  const headers = Object.entries(securityHeaders(secure))
  const withPageHeaders = [...headers, ...Object.entries(pageHeaders)]
  server.prependListener('request', ({ url = '' }, response) => {
    for (const [name, value] of noPage.test(url) ? headers : withPageHeaders) response.setHeader(name, value)
  })
}
