import { everyPage } from './every-page'

everyPage('en')
