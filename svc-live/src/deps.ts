import type { Role } from '@cascade/contracts'
import type { AnswerOf, OpenExposure } from '@cascade/contracts/live'
