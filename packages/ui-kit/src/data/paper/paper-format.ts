import type { PaperFormat } from '@cascade/files'
import { localStore } from '@cascade/web-kit'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { viewerLanguages } from '../../format/languages'

const letterCountries = 'US CA MX PH CL CO VE CR GT SV HN NI PA PR DO'.split(' ')

type Choice = { format?: PaperFormat }

export const usePaperFormat = create<Choice>()(
  persist<Choice>(() => ({}), { name: 'cascade.paper', storage: createJSONStorage(() => localStore) }),
)

export const choosePaperFormat = (format: PaperFormat) => usePaperFormat.setState({ format })

/** The chosen format, or the usual one in the reader's country. */
export const paperFormat = (): PaperFormat =>
  usePaperFormat.getState().format ?? (letterCountries.includes(viewerLanguages()[0]?.region ?? '') ? 'letter' : 'a4')
