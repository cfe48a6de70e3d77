/**
 * Compares the version of Node with a range such as `^20.19.0 || ^22.13.0`.
 * @returns one sentence, and whether it stops the start
 */
export function checkNodeVersion(version, range) {
  const supported = range.split('||').map(part => toNumbers(part.trim().replace('^', '')))
  const [major, minor] = toNumbers(version)
  const [oldest] = supported
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    return { stops: true, sentence: `Cascade needs Node ${oldest.join('.')} or newer; this is ${version}.` }
  }
  if (supported.some(([first, second]) => major === first && minor >= second)) return undefined
  const majors = supported.map(([first]) => first)
  const names = `${majors.slice(0, -1).join(', ')} and ${majors.at(-1)}`
  return { stops: false, sentence: `Cascade is tested with Node ${names}; this is ${version}, which may work as well.` }
}

const toNumbers = version => version.split('.').map(Number)
