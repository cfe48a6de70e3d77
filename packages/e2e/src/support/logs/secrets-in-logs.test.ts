import { describe, expect, it } from 'vitest'
import { createSecretSearch } from './secrets-in-logs'

const search = (...lines: string[]) => {
  const { look, requireNone } = createSecretSearch({ 'a seed': 'q9Zk2' })
  for (const line of lines) look('svc-live', line)
  return requireNone
}

describe('the search for secrets in logs', () => {
  it.each([
    ['a seed', '{"msg":"opened","of":"q9Zk2"}'],
    ['token', '{"msg":"call","header":"Bearer eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxMjM0NTY3In0.c2ln"}'],
    ['hash of a password', '{"err":{"message":"failed at $argon2id$v=19$m=19456"}}'],
    ['cookie', '{"cookies":"a=1; session-token=x"}'],
    ['private key', '{"jwk":"{\\"crv\\":\\"Ed25519\\",\\"d\\":\\"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A\\"}"}'],
    ['password in an address', '{"url":"mongodb://root:hunter2@db:27017"}'],
    ['named secret', '{"body":{"transferAmount":1,"password":"Other-1234"}}'],
    ['named secret', '{"body":{"username":"ada","pin":4711}}'],
  ])('finds %s, and does not repeat it', (name, line) => {
    expect(search(line)).toThrow(`svc-live: ${name}`)
    expect(search(line)).not.toThrow(/q9Zk2|hunter2|Other-1234|4711/)
  })

  it('finds nothing in what is masked or means no secret, and asks for something to look at', () => {
    const line =
      '{"level":30,"msg":"call","password":"[masked]","reason":"WRONG_PASSWORD","url":"http://127.0.0.1:1/a","pinCode":400001}'
    expect(search(line)).not.toThrow()
    expect(search()).toThrow('No process has written a line.')
  })
})
