import type { RuleSetRule } from '@rspack/core'

/** Development mode for `rspack serve` and `--watch`; other commands build for production. */
export function isDevelopment(): boolean {
  return process.argv.some(argument => ['serve', 'dev', '--watch', '-w'].includes(argument))
}

export const isServing = () => process.argv.includes('serve') || process.argv.includes('dev')

export const mode = () => (isDevelopment() ? ('development' as const) : ('production' as const))

type ScriptOptions = { target: string; react?: { refresh: boolean } }

export function scriptRule({ target, react }: ScriptOptions): RuleSetRule {
  const development = isDevelopment()
  return {
    test: /\.tsx?$/,
    loader: 'builtin:swc-loader',
    type: 'javascript/auto',
    options: {
      jsc: {
        target,
        parser: { syntax: 'typescript', tsx: react !== undefined },
        ...(react && { transform: { react: { runtime: 'automatic', development, refresh: react.refresh } } }),
      },
    },
  }
}
