// What nearly every page is made of. It comes with the frame in one file: fewer requests, and it is packed better than in twenty.
import './list/columns/cells'
import './list/list-loader'
import './list/list-page'
import './lib/text/get-own'
import './record/edit-link'
import './record/record-loader'
import './ui/details'
import './record/record-link'
