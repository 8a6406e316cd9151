/** All definitions are registered, as in the program: a test that draws a page depends on no file before it. */
import '../../app/definitions'
