import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { signInAs } from '../testing/sign-in-as'
import { createUserSettings } from './user'

type Settings = { keys: boolean; size: number }
const defaults: Settings = { keys: true, size: 1 }
const read = (stored: unknown) =>
  typeof (stored as Settings | undefined)?.size === 'number' ? (stored as Settings) : undefined
const open = (name: string) => renderHook(createUserSettings(name, defaults, read))
const as = (_id: string) => act(() => signInAs({ role: 'admin', _id }))

describe('the settings of a user', () => {
  it('survive reloads', () => {
    as('ada')
    const { result, rerender } = open('test.settings')
    act(() => result.current[1]({ size: 5 }))
    expect(result.current[0]).toEqual({ keys: true, size: 5 })
    as('ben')
    rerender()
    expect(result.current[0]).toEqual(defaults)
    as('ada')
    expect(open('test.settings').result.current[0]).toEqual({ keys: true, size: 5 })
  })

  it('have defaults for an invalid entry, and leave those of other users alone', () => {
    const users = { ada: { size: 'large' }, ben: { keys: false, size: 2 } }
    localStorage.setItem('test.broken', JSON.stringify({ state: { users }, version: 0 }))
    as('ada')
    const { result, rerender } = open('test.broken')
    expect(result.current[0]).toEqual(defaults)
    act(() => result.current[1]({ keys: false }))
    expect(result.current[0]).toEqual({ keys: false, size: 1 })
    as('ben')
    rerender()
    expect(result.current[0]).toEqual({ keys: false, size: 2 })
  })

  it('are the same object while nothing changes', () => {
    as('ada')
    const { result, rerender } = open('test.same')
    const [before] = result.current
    rerender()
    expect(result.current[0]).toBe(before)
  })

  it('follow changes and clearing in another tab', () => {
    as('ada')
    const { result } = open('test.tabs')
    const users = { ada: { keys: false, size: 3 } }
    localStorage.setItem('test.tabs', JSON.stringify({ state: { users }, version: 0 }))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'test.tabs' })))
    expect(result.current[0]).toEqual({ keys: false, size: 3 })
    localStorage.clear()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    expect(result.current[0]).toEqual(defaults)
  })
})
