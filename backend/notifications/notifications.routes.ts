import type { Api } from '../http/api'

export function register(_api: Api): void {}
