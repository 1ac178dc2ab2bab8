// Starts the app once the page that the server drew is painted, and asks for its scripts no sooner. In the background nothing is painted.
const start = () => {
  for (const link of document.querySelectorAll('link[rel=late]')) link.rel = 'modulepreload'
  import(document.getElementById('app').href)
  new Worker(ownAddress())
}

/** Of this script, and of no other. */
const ownAddress = () => {
  const rules = { createScriptURL: () => '/start.js' }
  return (globalThis.trustedTypes?.createPolicy('start', rules) ?? rules).createScriptURL('')
}

const afterFrames = (count, act) =>
  count > 0 ? requestAnimationFrame(() => afterFrames(count - 1, act)) : setTimeout(act)

const whenPainted = () => {
  if (document.hidden) start()
  // A third frame begins no sooner than the first is on its way to the screen.
  else afterFrames(3, start)
  // As the app does in what it draws itself: what follows something that is still being read waits for it.
  for (const element of document.querySelectorAll('.pending'))
    for (let at = element; at && at.id !== 'main'; at = at.parentElement) at.dataset.ssrPending = ''
}

if (globalThis.document) {
  // Forms are sent by the app alone; once it is there it sends those that were to be sent before, unless more was typed since.
  addEventListener('submit', (event) => {
    event.preventDefault()
    if (event.target.closest('[data-ssr]')) event.target.dataset.sent = ''
  })
  addEventListener('input', ({ target }) => delete target.form?.dataset.sent)
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', whenPainted)
  else whenPainted()
} else {
  // The first number and time that a process writes take it long. This is its worker, and the page goes on meanwhile.
  Number(0).toLocaleString()
  new Date(0).toLocaleString()
  close()
}
