// Starts the app once the page that the server drew is painted, and not before. In the background nothing is.
const start = () => import(document.getElementById('app').href)
if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))

// As the app does in what it draws itself: what follows something that is still being read waits for it.
for (const element of document.querySelectorAll('.being-read'))
  for (let at = element; at && at.id !== 'main'; at = at.parentElement) at.dataset.drawnReads = ''
