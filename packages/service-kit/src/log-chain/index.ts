export {
  appendToChain,
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
export { createHeadSigner, parseHeads, readHeads, readLastHead, writeHead } from './heads'
export { type LogVerification, verifyLog } from './verify'
