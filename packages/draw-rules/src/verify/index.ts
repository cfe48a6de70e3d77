export type { Finding, FindingName } from './finding'
export { verifyChain } from './verify-chain'
export { type VerifyOptions, verifyRecord } from './verify-record'
