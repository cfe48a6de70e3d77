import { authApi } from '@cascade/contracts/accounts'
import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { signIn } from './session/session'
import { storedSession } from './session/session-store'
import { createUserSettings } from './session/user'
import { localStore } from './storage'
import { fakeBackend, makeUser, on, signInAs } from './testing'

const denied = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}
const block = (get: () => unknown) => {
  for (const name of ['localStorage', 'sessionStorage']) {
    const real = Object.getOwnPropertyDescriptor(globalThis, name) ?? {}
    Object.defineProperty(globalThis, name, { configurable: true, get })
    undo.push(() => Object.defineProperty(globalThis, name, real))
  }
}
const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0)) step()
  localStore.removeItem('test.a')
})

const full = { getItem: () => null, removeItem: () => undefined, setItem: denied }

it.each<[string, () => unknown]>([
  ['blocked', denied],
  ['full', () => full],
  ['missing', () => null],
])('signs in and keeps settings for the page when the storage is %s', async (_how, get) => {
  const user = makeUser()
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  fakeBackend(on(authApi.login, { success: true, token: 't1', user, roles: user.roles, expiresAt }))
  block(get)
  await signIn('admin1', 'secret')
  expect(storedSession()).toEqual({ token: 't1', role: 'admin', expiresAt })
  const read = (stored: unknown) => stored as { size: number } | undefined
  const { result } = renderHook(createUserSettings('test.storage', { size: 1 }, read))
  act(() => result.current[1]({ size: 5 }))
  expect(result.current[0]).toEqual({ size: 5 })
  signInAs()
})

describe('the storage of a browser', () => {
  it('has no outdated entry after it has become full', () => {
    const texts = new Map([['test.a', 'before']])
    const getItem = (name: string) => texts.get(name) ?? null
    block(() => ({ getItem, removeItem: (name: string) => texts.delete(name), setItem: denied }))
    localStore.setItem('test.a', 'after')
    expect([localStore.getItem('test.a'), getItem('test.a')]).toEqual(['after', null])
  })

  it('falls back to memory with at most five hundred entries', () => {
    block(denied)
    for (let at = 0; at < 600; at++) localStore.setItem(`test.many.${at}`, 'x')
    const names = localStore.names().filter(name => name.startsWith('test.many.'))
    expect(names.length).toBeLessThanOrEqual(500)
    for (const name of names) localStore.removeItem(name)
  })
})
