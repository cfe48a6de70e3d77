const pageRows = 500
const pageChars = 1024 * 1024

/** Lines in pages of a bounded size. @throws Error when there are not as many as were counted */
export async function* pagesOf(lines: AsyncIterable<string>, expected: number, name: string): AsyncGenerator<string[]> {
  let page: string[] = []
  let chars = 0
  let found = 0
  for await (const line of lines) {
    if (page.length > 0 && (page.length === pageRows || chars + line.length > pageChars)) {
      yield page
      page = []
      chars = 0
    }
    page.push(line)
    chars += line.length
    found++
  }
  if (found !== expected) throw new Error(`Of ${name} ${found} rows came, ${expected} were counted.`)
  if (page.length > 0) yield page
}
