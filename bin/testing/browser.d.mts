export function findBrowser(options?: { windowless?: boolean }): Promise<string>
