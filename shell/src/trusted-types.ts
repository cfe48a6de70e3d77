type Rules = { createHTML(text: string): string; createScriptURL(url: string): string }
export type TrustedTypes = { createPolicy(name: string, rules: Rules): unknown }

/**
 * The page's only policy for strings that reach the DOM as code: scripts of this origin, and style sheets, which antd
 * writes as inner HTML. Without `createScript` no string is ever evaluated.
 */
export function restrictSinks({ trustedTypes }: { trustedTypes?: TrustedTypes } = globalThis as object): void {
  trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text.includes('<')) throw new TypeError('HTML is not written from a string')
      return text
    },
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`${url} is of another origin`)
      return url
    },
  })
}
