import { type Compiler, NormalModuleReplacementPlugin } from '@rspack/core'

const ours = /[\\/]@module-federation[\\/].+\.cjs$/

/** The federation plugin picks the CommonJS files of its runtime, from which unused code cannot be dropped. */
export class ModularFederationPlugin {
  apply(compiler: Compiler) {
    // After the federation plugin has set its aliases.
    compiler.hooks.afterPlugins.tap({ name: 'ModularFederationPlugin', stage: 1 }, ({ options }) => {
      const aliases = Object.entries(options.resolve.alias || {})
      options.resolve.alias = Object.fromEntries(
        aliases.map(([name, path]) => [name, typeof path === 'string' ? toModule(path) : path]),
      )
    })
    new NormalModuleReplacementPlugin(ours, data => {
      data.request = toModule(data.request)
    }).apply(compiler)
  }
}

const toModule = (path: string) => (ours.test(path) ? path.replace(/\.cjs$/, '.js') : path)
