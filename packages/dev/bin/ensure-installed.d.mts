export function checkNodeVersion(version: string, range: string): { stops: boolean; sentence: string } | undefined
