import { everyPage } from './every-page'

everyPage('pt')
