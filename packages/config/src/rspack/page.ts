import { type Configuration, HtmlRspackPlugin } from '@rspack/core'
import { developmentServer } from './development-server'
import { webConfig } from './web'

type PageOptions = { title: string; entry: string; port: number }

/** One page of its own in the current folder, for who builds the product: nothing is shared and nothing deployed. */
export function definePage({ title, entry, port }: PageOptions): Configuration {
  const base = webConfig('cascade_page')
  return {
    ...base,
    entry: { main: entry },
    output: { ...base.output, publicPath: '/' },
    devServer: developmentServer(port),
    plugins: [...(base.plugins ?? []), new HtmlRspackPlugin({ title })],
  }
}
