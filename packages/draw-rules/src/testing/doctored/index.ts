import { confidentialCases } from './confidential-cases'
import { documentCases } from './document-cases'
import type { Doctored } from './fixtures'
import { recordCases } from './record-cases'

export { resealed, type VerificationInput, valid } from './fixtures'

export const doctored: readonly Doctored[] = [...recordCases, ...confidentialCases, ...documentCases]
