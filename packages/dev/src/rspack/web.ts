import type { Configuration } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { isDevelopment, isServing, mode, scriptRule } from './base'
import { KeepBuildsPlugin } from './plugins/keep-builds'
import { ModularFederationPlugin } from './plugins/modular-federation'
import { PrecompressPlugin } from './plugins/precompress'

export function webConfig(uniqueName: string): Configuration {
  const served = isServing()
  return {
    mode: mode(),
    target: ['web', 'es2022'],
    // Source maps for debugging, without a reference in the bundle.
    devtool: isDevelopment() ? 'cheap-module-source-map' : 'hidden-source-map',
    output: {
      path: `${process.cwd()}/dist`,
      uniqueName,
      filename: served ? 'static/[name].js' : 'static/[name].[contenthash:8].js',
      chunkFilename: served ? 'static/[name].js' : 'static/[name].[contenthash:8].js',
      cssFilename: 'static/[name].[contenthash:8].css',
      cssChunkFilename: 'static/[name].[contenthash:8].css',
      assetModuleFilename: 'static/[name].[contenthash:8][ext]',
      // `retry-shared.ts` needs to know them.
      strictModuleErrorHandling: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js', '.json'],
      // Optional dependencies of the PDF library, unused here.
      alias: { canvg: false, dompurify: false, html2canvas: false },
    },
    module: {
      rules: [
        scriptRule({ target: 'es2022', react: { refresh: served } }),
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.(svg|png|webp|woff2)$/, type: 'asset' },
      ],
    },
    plugins: [
      new ModularFederationPlugin(),
      ...(served ? [new ReactRefreshRspackPlugin()] : [new KeepBuildsPlugin(), new PrecompressPlugin()]),
    ],
    // A lazily compiled remote never renders with federation.
    lazyCompilation: false,
    performance: false,
    stats: 'errors-warnings',
    ignoreWarnings: [/publicPath/],
  }
}
