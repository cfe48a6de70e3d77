export declare const secantusVersion: string
export declare const secantusBinary: string
export declare const mongodDownloads: string
export declare function canDownloadMongod(): Promise<boolean>
export declare function buildSecantus(log: (line: string) => void): Promise<string | undefined>
export declare function partsOf(output: string): string
