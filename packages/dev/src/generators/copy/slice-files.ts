import type { Names } from '../names'

/** Folder or file of the slice that is copied, and of its copy. Tests of a service need one that starts without settings. */
export const slicePatterns = ({ domain, plural }: Names, withServiceTest: boolean) => [
  { from: 'packages/contracts/src/games/times.ts', to: `packages/contracts/src/${domain}/${plural}.ts` },
  {
    from: 'svc-games/src/times',
    to: `svc-${domain}/src/${plural}`,
    skip: withServiceTest ? undefined : /\.int\.test\.ts$/,
  },
  { from: 'mf-games/src/times', to: `mf-${domain}/src/${plural}`, skip: undefined },
]
