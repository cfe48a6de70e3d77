import { describe, expect, it } from 'vitest'
import { readOptions } from './options'

const env = { SIMULATE_PASSWORD: 'secret' }

describe('the command line', () => {
  it('has defaults for everything except the password', () => {
    expect(readOptions([], env)).toMatchObject({
      url: 'http://localhost:8080',
      players: 50,
      rate: 20,
      password: 'secret',
    })
    expect(readOptions(['--players', '3', '--rate', '0.5', '--seconds', '10'], env)).toMatchObject({
      players: 3,
      rate: 0.5,
      seconds: 10,
    })
  })

  it.each([
    ['--players', '0'],
    ['--rate', '-1'],
    ['--url', 'nowhere'],
    ['--seed', 'x'],
  ])('rejects %s %s', (name, value) => {
    expect(() => readOptions([name, value], env)).toThrow(name)
  })

  it('rejects a password in the arguments, where other users can read it', () => {
    expect(() => readOptions([], {})).toThrow('SIMULATE_PASSWORD')
    expect(() => readOptions(['--password', 'x'], env)).toThrow()
  })
})
