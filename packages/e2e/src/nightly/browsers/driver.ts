import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { hasPrograms } from '@cascade/dev'

/** A browser with one page: what WebDriver and WebDriver BiDi have in common. */
export type Driver = {
  /** Folder of the files that the browser saves. */
  downloads: string
  goTo(address: string): Promise<void>
  /** @param expression JavaScript with a text as its value */
  evaluate(expression: string): Promise<string>
  /** @param sources input sources as in the `Perform Actions` command of WebDriver */
  perform(sources: readonly object[]): Promise<void>
  /** Sizes in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** @returns a PNG */
  takePicture(): Promise<Buffer>
  close(): Promise<void>
}

/** @throws Error with the Debian packages to install, if one of the programs is missing */
export async function requirePrograms(browser: string, programs: readonly string[], packages: string): Promise<void> {
  if (await hasPrograms(...programs)) return
  throw new Error(`The tests in ${browser} need ${programs.join(' and ')}: apt-get install ${packages}.`)
}

/** The first match of a line of `output`. @throws Error if the output ends without one */
export async function findLine(output: Readable, pattern: RegExp): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, found] = pattern.exec(line) ?? []
    // The rest is not read, but has to flow.
    if (found) return found
  }
  throw new Error(`The browser ended without a line like ${pattern}.`)
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
