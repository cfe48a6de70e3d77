import type { SourceFile } from './workspace'

const onPage = /^(?:shell|mf-[\w-]+|packages\/(?:ui-kit|web-kit))\/src\//
const excluded = /\.test\.tsx?$|\/testing\/|^packages\/web-kit\/src\/(?:clock|storage)\.ts$/

/** Browser APIs that are unreliable or missing on plain http, with the replacement. */
const unreliable: readonly (readonly [RegExp, string])[] = [
  [/\bnew Date\(\)|\bDate\.now\b/, 'use serverNow() for times and localNow() for durations (web-kit)'],
  [/\b(?:localStorage|sessionStorage|indexedDB)\b/, 'use localStore or tabStore of web-kit'],
  [/\bcrypto\.(?:randomUUID|subtle)\b/, 'missing on plain http; use randomId() of web-kit'],
  [/\bnavigator\.onLine\b/, 'unreliable; only a call shows whether the server is reachable'],
  [/\bnavigator\.languages?\b/, 'may not be a valid language tag; use viewerLanguages() of ui-kit'],
]

/** Screens that use an unreliable browser API. */
export const browserFaults = (sources: readonly SourceFile[]): string[] =>
  sources
    .filter(({ path }) => onPage.test(path) && !excluded.test(path))
    .flatMap(({ path, text }) =>
      unreliable.filter(([use]) => use.test(text)).map(([, instead]) => `${path}: ${instead}`),
    )
