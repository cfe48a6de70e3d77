import type { Chunk, Compilation, Module } from '@rspack/core'

/** Shared modules that load with the first screen that uses them. */
const late = /^provide shared module .* @cascade\/(?:ui-kit\/(?:charts|forms|sort)|web-kit\/second-factor)@/

/** Chunks of the shell and of the shared modules that every list needs. */
const isOfFirstList = (chunk: Chunk) =>
  [...chunk.groupsIterable].some(({ origins }) =>
    origins.some(({ request, module }) => {
      const importer = module?.identifier() ?? ''
      return request === './bootstrap' || (importer.startsWith('provide shared module ') && !late.test(importer))
    }),
  )

/** The login form has its own small bundle, loaded before this one. */
const comesAfterLogin = (chunk: Chunk) => chunk.name !== 'instant-login' && !chunk.canBeInitial()

/** Groups the modules of the first list; all others stay in the chunk of their first use. */
const file = (name: string, path: RegExp) => ({
  name,
  chunks: comesAfterLogin,
  enforce: true,
  test: (module: Module, { chunkGraph }: Pick<Compilation, 'chunkGraph'>) => {
    // Modules of federation have none; they must stay in the chunks that wait for them.
    const source = module.nameForCondition()
    return (
      source !== undefined &&
      path.test(source) &&
      [...chunkGraph.getModuleChunksIterable(module)].some(chunk => isOfFirstList(chunk))
    )
  },
})

/**
 * Two files after the login form, as a request costs more than a few unused bytes: libraries, whose hash survives
 * releases, and our own code.
 */
export const shellFiles = {
  libraries: file('libraries', /[\\/]node_modules[\\/](?!@fontsource)/),
  kit: file('kit', /[\\/]@fontsource|^(?!.*[\\/]node_modules[\\/])/),
}

/** Packages without side effects that do not declare it; unused exports are dropped. */
export const pure =
  /[\\/]node_modules[\\/](?:@rc-component|@ant-design[\\/](?:cssinjs|cssinjs-utils|colors|fast-color))[\\/]/
