declare const __COMMIT__: string
declare const __COMMIT_DATE__: string
