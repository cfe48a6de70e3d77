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

/** What of `packages` goes into the shell. */
const own = ['contracts', 'game-pictures', 'ui-kit', 'web-kit']

/** Bundle of the shell in the current folder: it provides what is shared and knows no remote at build time. */
export function defineShell(): Configuration {
  // One name for all builds: a page holds one shell, and its vendor files keep their hashes across releases.
  const base = webConfig('cascade_shell')
  const version = versionOf(buildId(['src', ...own.map(name => `../packages/${name}/src`)]))
  return {
    ...base,
    entry: { main: './src/index.ts' },
    output: { ...base.output, publicPath: '/' },
    devServer: developmentServer(shellDevPort, { setupMiddlewares: remotesInDevelopment }),
    // The kit's own sheets need no order among themselves.
    ignoreWarnings: [...(base.ignoreWarnings ?? []), /Conflicting order/],
    module: { rules: [...(base.module?.rules ?? []), { test: pure, sideEffects: false }] },
    optimization: isServing() ? {} : { splitChunks: { cacheGroups: shellFiles } },
    plugins: [
      ...(base.plugins ?? []),
      new SmallFontPlugin(),
      // What a phone asks for by name when the page becomes an app of it.
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
 * Each bundle brings its own refresh runtime, and the first leaves a stub that forgets renderers: an edit in a remote
 * then arrives and changes nothing. With this hook in place before any bundle, all of them see every renderer.
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
