export declare const scripts: Readonly<Record<string, { help: string }>>
