import { createTextSigner } from '@cascade/service-kit/log-chain'

type Key = Parameters<typeof createTextSigner>[0]

/** Signs the figures of a period; without a key the signature is empty. */
export function createPeriodSigner(key: Key | undefined): (text: string) => Promise<string> {
  const signer = key && createTextSigner(key, 'cascade-period')
  return async text => (signer ? (await signer)(text) : '')
}
