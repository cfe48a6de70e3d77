import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, HtmlRspackPlugin } from '@rspack/core'
import { domains } from '../domains'
import { isServing } from './base'
import { buildId, versionOf } from './build-id'
import { developmentServer } from './development-server'
import { RemoteDescriptionPlugin, readRemoteSource } from './plugins/remote-description'
import { federation, sharedByRemote } from './sharing'
import { webConfig } from './web'

const portOfOtherTeams = 8300
const contracts = dirname(createRequire(import.meta.url).resolve('@cascade/contracts'))

/**
 * Bundle of the remote in the current folder, which need not be in this repository: exposes `./remote` and takes all
 * shared modules from the shell. With `CASCADE_ALONE=1` it includes them and a page, and runs without the shell.
 * @param options port of the development server; default: the domain's, 8300 for remotes of other teams
 */
export function defineRemote(options: { port?: number } = {}): Configuration {
  const { id: name, title } = readRemoteSource('remote.json')
  // The shell knows it by this name, which is a global variable.
  const federated = `mf_${name.replaceAll('-', '_')}`
  const port = options.port ?? domains.find(each => each.name === name)?.devPort ?? portOfOtherTeams
  const alone = process.env.CASCADE_ALONE === '1'
  const id = buildId(['src', 'remote.json', contracts])
  const base = webConfig(`${federated}_${id}`)
  return {
    ...base,
    entry: alone ? { main: './src/index.ts' } : {},
    // Time out, so that the shell can offer Retry.
    output: { ...base.output, publicPath: alone ? '/' : 'auto', chunkLoadTimeout: 10_000 },
    devServer: developmentServer(port),
    plugins: [
      ...(base.plugins ?? []),
      new RemoteDescriptionPlugin(versionOf(id)),
      new ModuleFederationPlugin({
        ...federation(),
        name: federated,
        filename: isServing() ? 'static/remoteEntry.js' : 'static/remoteEntry.[contenthash:8].js',
        exposes: { './remote': './src/remote.tsx' },
        shared: sharedByRemote(alone),
        experiments: { ...federation().experiments, externalRuntime: !alone },
      }),
      ...(alone ? [new HtmlRspackPlugin({ title, chunks: ['main'] })] : []),
    ],
  }
}
