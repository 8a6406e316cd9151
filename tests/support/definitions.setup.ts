/** All definitions are registered, as in the program: a test that draws a page depends on no file that ran before it. */
import '../../app/definitions'
