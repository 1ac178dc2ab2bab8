// What nearly every page is made of. It comes with the frame in one file: fewer requests, and it is packed better than in twenty.
import '../contract'
import './pause'
import './kit/list/cells'
import './kit/list/list-page'
import './kit/own'
import './kit/record/edit-link'
import './kit/record/parts'
import './kit/record/record-link'
