import { type Configuration, CopyRspackPlugin, type ExternalItemFunctionData } from '@rspack/core'
import { isDevelopment, mode, scriptRule } from './base'

export type ServiceOptions = {
  /** Entry files by output name; `main` is what `node dist/main.js` starts. */
  entry?: Record<string, string>
  /** Folders that are served as they are, by the name under which the bundle finds them next to itself. */
  copied?: Readonly<Record<string, string>>
}

/**
 * Bundle of a Node process: workspace packages go in, installed packages stay `import`s, so that native ones and
 * their data files are found where npm put them. Not minified: a stack trace must be readable at three in the morning.
 */
export function defineService({ entry = { main: './src/main.ts' }, copied = {} }: ServiceOptions = {}): Configuration {
  const patterns = Object.entries(copied).map(([to, from]) => ({ from, to }))
  return {
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
      // `import.meta.url` must name the bundle where it runs, not the source where it was built.
      parser: { javascript: { importMeta: false } },
    },
    plugins: patterns.length > 0 ? [new CopyRspackPlugin({ patterns })] : [],
    optimization: { minimize: false, nodeEnv: false },
    performance: false,
    stats: 'errors-warnings',
  }
}

/** Everything but files of this workspace is left to Node. */
async function keepInstalledPackages({ request = '' }: ExternalItemFunctionData) {
  const isOurs = request.startsWith('.') || request.startsWith('/') || request.startsWith('@cascade/')
  return isOurs ? undefined : request
}
