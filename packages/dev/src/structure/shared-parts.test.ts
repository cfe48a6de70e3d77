import { describe, expect, it } from 'vitest'
import { sharedFaults } from './shared-parts'

const parts = [
  { path: 'packages/web-kit/src/shared/zod-parts.ts', text: "export {\n  string,\n  strictObject,\n} from 'zod/v4'\n" },
  {
    path: 'packages/web-kit/src/shared/router.ts',
    text: "export { Link } from 'react-router'\nexport { RouterProvider } from 'react-router/dom'\n",
  },
]
const faultsOf = (path: string, text: string) => sharedFaults([...parts, { path, text }])

describe('sharedFaults', () => {
  it('accepts exports that the shell provides', () => {
    expect(faultsOf('mf-a/src/x.ts', "import { z } from 'zod'\nz.strictObject({ a: z.string() })")).toEqual([])
    expect(faultsOf('shell/src/x.tsx', "import { Link, type To } from 'react-router-dom'")).toEqual([])
    expect(faultsOf('mf-a/src/x.ts', "import { z } from 'zod'\ntype A = z.infer<typeof B>")).toEqual([])
  })

  it('reports exports that the shell does not provide', () => {
    expect(faultsOf('packages/contracts/src/a/api.ts', "import { z } from 'zod'\nz.xor([])")).toEqual([
      'packages/contracts/src/a/api.ts: zod is shared without xor, add it to packages/web-kit/src/shared/zod-parts.ts',
    ])
    expect(faultsOf('mf-a/src/x.ts', "import { z } from 'zod'\nz\n  .custom<A>(isA)")).toHaveLength(1)
    expect(faultsOf('mf-a/src/x.tsx', "import { Link, useFetcher } from 'react-router-dom'")).toHaveLength(1)
  })

  it('does not restrict services', () => {
    expect(faultsOf('svc-a/src/x.ts', "import { z } from 'zod'\nz.xor([])")).toEqual([])
  })
})
