import { basename, dirname } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, HtmlRspackPlugin } from '@rspack/core'
import { domains, remoteNameOf } from '../domains'
import { isServing } from './base'
import { buildId, versionOf } from './build-id'
import { developmentServer } from './development-server'
import { RemoteDescriptionPlugin } from './plugins/remote-description'
import { federation, sharedByRemote } from './sharing'
import { webConfig } from './web'

/**
 * Bundle of the remote in the current folder: exposes `./remote` and takes all shared modules from the shell. With
 * `CASCADE_ALONE=1` it includes them and a page, and runs without the shell.
 * @throws Error if the folder is no remote of `domains.ts`
 */
export function defineRemote(): Configuration {
  const domain = domains.find(each => remoteNameOf(each) === basename(process.cwd()))
  if (!domain) throw new Error(`${process.cwd()} is not a remote of packages/dev/src/domains.ts`)
  const alone = process.env.CASCADE_ALONE === '1'
  const id = buildId(['src', 'remote.json', '../packages/contracts/src'])
  const base = webConfig(`mf_${domain.name}_${id}`)
  return {
    ...base,
    entry: alone ? { main: './src/index.ts' } : {},
    // Time out, so that the shell can offer Retry.
    output: { ...base.output, publicPath: alone ? '/' : 'auto', chunkLoadTimeout: 10_000 },
    devServer: developmentServer(domain.devPort),
    plugins: [
      ...(base.plugins ?? []),
      new RemoteDescriptionPlugin(versionOf(id)),
      new ModuleFederationPlugin({
        ...federation(),
        name: `mf_${domain.name}`,
        filename: isServing() ? 'static/remoteEntry.js' : 'static/remoteEntry.[contenthash:8].js',
        exposes: { './remote': './src/remote.tsx' },
        shared: sharedByRemote(alone),
        experiments: { ...federation().experiments, externalRuntime: !alone },
      }),
      ...(alone ? [new HtmlRspackPlugin({ title: basename(dirname(process.cwd())), chunks: ['main'] })] : []),
    ],
  }
}
