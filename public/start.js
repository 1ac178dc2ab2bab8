// Starts the app once the page that the server drew is painted, and not before. In the background nothing is.
const start = () => import(document.getElementById('app').href)
if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))
