import { describe, expect, it, vi } from 'vitest'
import { restrictSinks, type TrustedTypes } from './trusted-types'

describe('the default policy', () => {
  it('passes style sheets and scripts of this origin, and nothing else', () => {
    vi.stubGlobal('location', new URL('https://office.example.com/superadmin'))
    const createPolicy = vi.fn<TrustedTypes['createPolicy']>()
    restrictSinks({ trustedTypes: { createPolicy } })
    const [name, rules] = createPolicy.mock.calls[0] ?? []
    expect([name, Object.keys(rules ?? {})]).toEqual(['default', ['createHTML', 'createScriptURL']])
    expect(rules?.createHTML('.a>.b{color:red}')).toBe('.a>.b{color:red}')
    expect(() => rules?.createHTML('<img src=x onerror=alert(1)>')).toThrow('HTML is not written')
    for (const url of ['/sw.js', 'https://office.example.com/mf/live/a.js'])
      expect(rules?.createScriptURL(url)).toBe(url)
    for (const url of ['https://evil.example/a.js', '//evil.example/a.js', 'data:text/javascript,alert(1)']) {
      expect(() => rules?.createScriptURL(url)).toThrow('another origin')
    }
  })
})
