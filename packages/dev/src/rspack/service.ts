import { type Configuration, CopyRspackPlugin, type ExternalItemFunctionData } from '@rspack/core'
import { isDevelopment, mode, scriptRule } from './base'

export type ServiceOptions = {
  /** Entry files by output name; `main` is what `node dist/main.js` starts. */
  entry?: Record<string, string>
  /** Folders and files copied next to the bundle: target → source. */
  copied?: Readonly<Record<string, string>>
}

/**
 * Bundle of a Node process. Workspace packages are bundled; installed packages stay imports, so that native modules and
 * their data files are found. Not minified, for readable stack traces.
 */
export function defineService({ entry = { main: './src/main.ts' }, copied = {} }: ServiceOptions = {}): Configuration {
  const patterns = Object.entries(copied).map(([to, from]) => ({ from, to }))
  return {
    name: 'service',
    mode: mode(),
    target: 'node20',
    entry,
    devtool: 'source-map',
    output: {
      path: `${process.cwd()}/dist`,
      filename: '[name].js',
      module: true,
      library: { type: 'module' },
      chunkFormat: 'module',
      chunkLoading: 'import',
      clean: !isDevelopment(),
      devtoolModuleFilenameTemplate: '../[resource-path]',
    },
    externalsType: 'module',
    externals: [keepInstalledPackages],
    resolve: { extensions: ['.ts', '.js', '.json'] },
    module: {
      rules: [scriptRule({ target: 'es2023' })],
      // Keep `import.meta.url`: it must name the bundle, not the source.
      parser: { javascript: { importMeta: false } },
    },
    plugins: patterns.length > 0 ? [new CopyRspackPlugin({ patterns })] : [],
    optimization: { minimize: false, nodeEnv: false },
    performance: false,
    stats: 'errors-warnings',
  }
}

/** Bundle of a script for a page that a service serves from its own `folder`; built after the service. */
export const definePageScript = (entry: Record<string, string>, folder: string): Configuration => ({
  dependencies: ['service'],
  mode: mode(),
  target: ['web', 'es2022'],
  entry,
  output: { path: `${process.cwd()}/${folder}` },
  devtool: false,
  resolve: { extensions: ['.ts', '.js', '.json'] },
  module: { rules: [scriptRule({ target: 'es2022' })] },
  performance: false,
  stats: 'errors-warnings',
})

/** Leaves all imports from outside the workspace to Node. */
async function keepInstalledPackages({ request = '' }: ExternalItemFunctionData) {
  const isOurs = request.startsWith('.') || request.startsWith('/') || request.startsWith('@cascade/')
  return isOurs ? undefined : request
}
