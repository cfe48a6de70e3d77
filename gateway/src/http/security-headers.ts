import type { Server } from 'node:http'

export const cspReportsPath = '/csp-reports'

/** Inline styles for antd; `data:` and `blob:` for generated images and PDFs. */
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
]
/** One policy, `default`, which the shell creates before any other code runs. */
const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types default']
const reporting = [`report-uri ${cspReportsPath}`, 'report-to csp']
const policyOf = (...parts: (readonly string[])[]) => parts.flat().join('; ')

export const policyDirectives: ReadonlySet<string> = new Set(
  [...contentPolicy, ...trustedTypes].map(entry => entry.split(' ')[0] ?? ''),
)

function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** Features that no screen uses; browsers warn about unknown names. */
const deniedFeatures = [
  ...['accelerometer', 'autoplay', 'bluetooth', 'browsing-topics', 'camera', 'clipboard-read', 'display-capture'],
  ...['encrypted-media', 'gamepad', 'geolocation', 'gyroscope', 'hid', 'identity-credentials-get', 'idle-detection'],
  ...['local-fonts', 'magnetometer', 'microphone', 'midi', 'otp-credentials', 'payment', 'picture-in-picture'],
  ...['screen-wake-lock', 'serial', 'storage-access', 'usb', 'window-management', 'xr-spatial-tracking'],
]
/** Passkeys, copying, sharing of receipts and the wall of live games. */
const ownFeatures = [
  'publickey-credentials-create',
  'publickey-credentials-get',
  'clipboard-write',
  'fullscreen',
  'web-share',
]
const permissionsPolicy = [
  ...deniedFeatures.map(name => `${name}=()`),
  ...ownFeatures.map(name => `${name}=(self)`),
].join(', ')

/** Browsers read these from pages only; other responses stay smaller without them. */
const pageHeaders = {
  'content-security-policy': policyOf(contentPolicy, trustedTypes, reporting),
  'reporting-endpoints': `csp="${cspReportsPath}"`,
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': permissionsPolicy,
}
/** Denies all requests and scripts if a browser displays a data response as a page. */
const dataHeaders = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
const data = /^\/(?:api\/|(?:remotes\.json|fit\.json|manifest\.webmanifest)$)/
/** Workers have the policy of their own file; it is sent with each script, style and font, so it is short. */
const assetHeaders = { 'content-security-policy': "default-src 'self'; frame-ancestors 'none'" }
const asset = /^\/(?:(?:mf|static)\/|sw\.js$)/
/** The API reference builds its page with innerHTML, so Trusted Types are off below this path, where no shell is served. */
const docsPage = /^\/docs(?:[/?]|$)/
const docsHeaders = { ...pageHeaders, 'content-security-policy': policyOf(contentPolicy, reporting) }

/** Sets the headers before any handler runs, so that errors and the socket server have them too. */
export function addSecurityHeaders(server: Server, secure: boolean): void {
  const common = securityHeaders(secure)
  const kinds = [
    { path: data, headers: dataHeaders },
    { path: asset, headers: assetHeaders },
    { path: docsPage, headers: docsHeaders },
    { path: /^/, headers: pageHeaders },
  ].map(({ path, headers }) => ({ path, entries: Object.entries<string>({ ...common, ...headers }) }))
  server.prependListener('request', ({ url = '' }, response) => {
    const { entries = [] } = kinds.find(({ path }) => path.test(url)) ?? {}
    for (const [name, value] of entries) response.setHeader(name, value)
  })
}
