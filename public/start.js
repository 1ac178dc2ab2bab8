// Starts the app once the page that the server drew is painted, and asks for its scripts no sooner. In the background nothing is painted.
const start = () => {
  for (const link of document.querySelectorAll('link[rel=late]')) link.rel = 'modulepreload'
  import(document.getElementById('app').href)
  // The first number that a process writes takes it long: it may while the scripts are on their way.
  Number(0).toLocaleString()
}

// Forms are sent by the app alone: until it is there, Enter leads nowhere and loses nothing.
addEventListener('submit', (event) => event.preventDefault())

const whenPainted = () => {
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
  // As the app does in what it draws itself: what follows something that is still being read waits for it.
  for (const element of document.querySelectorAll('.being-read'))
    for (let at = element; at && at.id !== 'main'; at = at.parentElement) at.dataset.drawnReads = ''
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', whenPainted)
else whenPainted()
