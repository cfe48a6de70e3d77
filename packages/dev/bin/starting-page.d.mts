export function openStartingPage(): Promise<void>
export function say(line: string): void
export function holdsPort(): boolean
export function closeStartingPage(): Promise<void>
