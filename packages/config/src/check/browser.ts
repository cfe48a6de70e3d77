import type { SourceFile } from './workspace'

const onPage = /^(?:shell|mf-[\w-]+|packages\/(?:ui-kit|web-kit))\/src\//
const apart = /\.test\.tsx?$|\/testing\/|^packages\/web-kit\/src\/(?:clock|storage)\.ts$/

/** What browsers answer wrongly, refuse or lack, and what is used instead. */
const unreliable: readonly (readonly [RegExp, string])[] = [
  [/\bnew Date\(\)|\bDate\.now\b/, 'a time comes from serverNow(), a span from localNow() of web-kit'],
  [/\b(?:localStorage|sessionStorage|indexedDB)\b/, 'texts are stored with localStore or tabStore of web-kit'],
  [/\bcrypto\.(?:randomUUID|subtle)\b/, 'missing on plain http: randomId() of web-kit'],
  [/\bnavigator\.onLine\b/, 'a guess of the browser: only a call tells'],
  [/\bnavigator\.languages?\b/, 'may be no language tag: viewerLanguages() of ui-kit'],
]

/** Screens that believe the browser. */
export const browserFaults = (sources: readonly SourceFile[]): string[] =>
  sources
    .filter(({ path }) => onPage.test(path) && !apart.test(path))
    .flatMap(({ path, text }) =>
      unreliable.filter(([use]) => use.test(text)).map(([, instead]) => `${path}: ${instead}`),
    )
