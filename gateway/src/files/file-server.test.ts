import { describe, expect, it } from 'vitest'
import { cacheControlOf, filePathOf } from './file-server'

describe('filePathOf', () => {
  it('accepts plain file names only', () => {
    expect(filePathOf('static/main.0123abcd.js')).toBe('static/main.0123abcd.js')
    expect(filePathOf('@mf-types/x~1.js')).toBe('@mf-types/x~1.js')
    for (const path of ['', '..', '../x', 'a/../b', 'a//b', '.env', 'a/.git/x', 'a%2fb', 'a\\b', 'a\0b', '/a', 'a b']) {
      expect(filePathOf(path), path).toBeUndefined()
    }
  })
})

describe('cacheControlOf', () => {
  it('is immutable only for hashed file names', () => {
    expect(cacheControlOf('static/remoteEntry.0123abcd.js')).toContain('immutable')
    for (const path of ['static/main.js', 'main.0123abcd.js', 'index.html', 'mf-manifest.json']) {
      expect(cacheControlOf(path)).toBe('no-cache')
    }
  })
})
