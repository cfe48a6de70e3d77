import { confidentialCases } from './confidential-cases'
import { documentCases } from './document-cases'
import type { Doctored } from './given'
import { recordCases } from './record-cases'

export { type Given, honest, resealed } from './given'

export const doctored: readonly Doctored[] = [...recordCases, ...confidentialCases, ...documentCases]
