import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { repository } from '../build/packages'

const compiler = join(repository, 'node_modules', '.bin', 'tsc')
const isScript = /\.tsx?$/
/** Programs that are loaded by address: workers of a page, plugins of a bundler. */
const loadedByAddress = /new URL\('(\.[^']+)\.tsx?', import\.meta\.url\)/g

/** Where a source file of a kit is after packing: `./src/forms.tsx` becomes `./dist/forms.js`; other paths stay. */
export const toBuilt = (path: string) =>
  path.replace(/^(\.\/)?src\/(.*?)(?:\.tsx?)?$/, (all, dot = '', rest) =>
    isScript.test(all) ? `${dot}dist/${rest}.js` : `${dot}dist/${rest}`,
  )

/**
 * Compiles what the entry files of a package import to ES modules with declarations, in `dist` of another folder.
 * @param source folder of the package, with `tsconfig.json` and `src`
 * @param entries source files relative to `source`
 * @throws Error with the output of the compiler if it reports errors
 */
export function compileKit(source: string, entries: readonly string[], target: string): void {
  const [src, dist] = [join(source, 'src'), join(target, 'dist')]
  const files = filesBelow(src)
  const config = join(target, 'tsconfig.json')
  const options = {
    noEmit: false,
    // `npm run typecheck` does it.
    noCheck: true,
    declaration: true,
    rootDir: src,
    outDir: dist,
    typeRoots: [join(repository, 'node_modules/@types')],
  }
  mkdirSync(dist, { recursive: true })
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(source, 'tsconfig.json'),
      compilerOptions: options,
      include: [],
      files: [...entries.map(entry => join(source, entry)), ...addressed(files), join(repository, cssTypes)],
    }),
  )
  const { status, stdout } = spawnSync(compiler, ['-p', config], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Compiling ${source} failed:\n${stdout}`)
  for (const file of files.filter(path => !isScript.test(path))) cpSync(file, join(dist, relative(src, file)))
  for (const file of filesBelow(dist).filter(path => /\.(?:js|d\.ts)$/.test(path)))
    writeFileSync(file, withExtensions(file, readFileSync(file, 'utf8')))
}

const cssTypes = 'packages/dev/types/css.d.ts'

const addressed = (files: readonly string[]) =>
  files.flatMap(file =>
    Array.from(readFileSync(file, 'utf8').matchAll(loadedByAddress), ([, path = '']) =>
      join(dirname(file), `${path}.ts`),
    ),
  )

/** Node and `nodenext` want the whole file name: `./points` becomes `./points.js`, `./accounts` `./accounts/index.js`. */
function withExtensions(file: string, text: string): string {
  const code = file.endsWith('.d.ts') ? text.replace(/^import '[^']+\.css';\n/gm, '') : text
  return code.replace(
    /(\bfrom |\bimport |\bimport\(|new URL\()(['"])(\.[^'"]*)\2/g,
    (all, before: string, quote: string, path: string) => {
      const found = [path, `${path}.js`, path.replace(isScript, '.js'), `${path}/index.js`].find(each =>
        isFile(join(dirname(file), each)),
      )
      return found ? before + quote + found + quote : all
    },
  )
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile()

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(isFile)
