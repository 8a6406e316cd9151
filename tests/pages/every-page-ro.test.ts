import { everyPage } from './every-page'

everyPage('ro')
