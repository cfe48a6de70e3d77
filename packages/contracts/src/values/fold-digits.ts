const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Replaces decimal digits of every script with 0 to 9; other characters stay. */
export const foldDigits = (text: string): string => text.replace(/[^\P{Nd}0-9]/gu, digit => String(digitValueOf(digit)))

/** Unicode assigns the digits of each script in order, in blocks of ten. */
function digitValueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (isDigit(code - before - 1)) before += 1
  return before % 10
}
