export { identify } from './identify.service'
