export declare function cacheFolder(...parts: string[]): string
export declare function findTool(name: string): Promise<string | undefined>
export declare function isExecutable(file: string): Promise<boolean>
