import { readFileSync } from 'node:fs'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, CopyRspackPlugin, HtmlRspackPlugin } from '@rspack/core'
import { shellDevPort } from '../domains'
import { isDevelopment, isServing } from './base'
import { buildId, versionOf } from './build-id'
import { remotesInDevelopment } from './development-remotes'
import { developmentServer } from './development-server'
import { SmallFontPlugin } from './plugins/small-font'
import { federation, sharedByShell } from './sharing'
import { pure, shellFiles } from './shell-files'
import { webConfig } from './web'

const own = ['contracts', 'files', 'game-pictures', 'ui-kit', 'web-kit']

/** Bundle of the shell in the current folder. It provides the shared modules and knows no remote at build time. */
export function defineShell(): Configuration {
  // One name for all builds, so that vendor files keep their hashes across releases.
  const base = webConfig('cascade_shell')
  const version = versionOf(buildId(['src', ...own.map(name => `../packages/${name}/src`)]))
  return {
    ...base,
    entry: { main: './src/index.ts' },
    output: { ...base.output, publicPath: '/' },
    devServer: developmentServer(shellDevPort, { setupMiddlewares: remotesInDevelopment }),
    // The order of the kit's style sheets does not matter.
    ignoreWarnings: [...(base.ignoreWarnings ?? []), /Conflicting order/],
    module: { rules: [...(base.module?.rules ?? []), { test: pure, sideEffects: false }] },
    optimization: isServing() ? {} : { splitChunks: { cacheGroups: shellFiles } },
    plugins: [
      ...(base.plugins ?? []),
      new SmallFontPlugin(),
      // Files of the installable web app, requested by fixed names.
      new CopyRspackPlugin({ patterns: [{ from: 'src/pwa/files' }] }),
      new HtmlRspackPlugin({
        templateContent: readFileSync('src/index.html', 'utf8')
          .replace('<html ', `<html data-version="${version}" `)
          .replace('<!-- development -->', isDevelopment() ? `<script>${refreshHook}</script>` : ''),
        scriptLoading: 'defer',
      }),
      new ModuleFederationPlugin({
        ...federation(),
        name: 'shell',
        shared: sharedByShell(),
        experiments: { ...federation().experiments, provideExternalRuntime: true },
      }),
    ],
  }
}

/**
 * Registers every renderer before any bundle loads. Each bundle has its own refresh runtime; without this hook the
 * first one installs a stub that forgets renderers, and edits in a remote have no effect.
 */
const refreshHook = `(() => {
  if (window.__REACT_DEVTOOLS_GLOBAL_HOOK__) return
  let next = 0
  const renderers = new Map()
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    renderers, supportsFiber: true,
    inject(renderer) { renderers.set(++next, renderer); return next },
    onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {}, onPostCommitFiberRoot() {},
  }
})()`
