export {
  appendToChain,
  type ChainEntry,
  type ChainHead,
  chainOf,
  chainPlans,
  type FeedSeal,
  type LedgerSeal,
  leafOf,
  nextHash,
  nextSealHash,
  readChainHead,
  sealLeaf,
  unsealed,
} from './chain'
export { createHeadSigner, createHeadVerifier, parseHeads, readHeads, readLastHead, writeHead } from './heads'
export { type LogVerification, verifyLog } from './verify'
