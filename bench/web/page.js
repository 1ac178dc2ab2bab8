/* Runs in every measured page before its own scripts, so that both apps are read by the same clock. */

{
  /** @param {(ms: number) => void} then told the time right after the next frame is painted */
  const painted = (then) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => then(performance.now())
      port2.postMessage(null)
    })

  /** @param {() => boolean} holds @returns {Promise<number>} when what holds was painted */
  const when = (holds) =>
    new Promise((resolve) => {
      const look = () => {
        if (!holds()) return false
        observer.disconnect()
        painted(resolve)
        return true
      }
      const observer = new MutationObserver(look)
      if (!look()) observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    })

  const row = () => document.querySelector('tbody a[href^="/companies/"], tbody a[href^="/nps/"]')

  /** React puts what an element does beside it: a row that the server drew does nothing yet but lead on. */
  const inUse = when(() => Object.keys(row() ?? {}).some((key) => key.startsWith('__reactProps')))

  const firstRow = when(() => row() !== null).then((ms) => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const loaded = /** @type {PerformanceResourceTiming[]} */ (entries).filter(({ responseEnd }) => responseEnd <= ms)
    const scripts = loaded.filter(({ name }) => name.endsWith('.js'))
    return {
      ms,
      requests: loaded.length,
      bytes: loaded.reduce((sum, { transferSize }) => sum + transferSize, 0),
      script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? ms,
    }
  })

  let shift = 0
  new PerformanceObserver((list) => {
    for (const entry of /** @type {(PerformanceEntry & { value: number, hadRecentInput: boolean })[]} */ (
      list.getEntries()
    ))
      if (!entry.hadRecentInput) shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })

  /** @type {{ name: string, duration: number }[]} */
  const interactions = []
  new PerformanceObserver((list) => {
    for (const { name, duration, interactionId } of /** @type {PerformanceEventTiming[]} */ (list.getEntries()))
      if (interactionId) interactions.push({ name, duration })
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16, buffered: true }))

  /** @type {Promise<{ ms: number, frames: number }>} */
  let change = new Promise(() => {})

  /** When nothing has changed for so many milliseconds. */
  const still = (/** @type {number} */ ms) =>
    new Promise((resolve) => {
      const done = () => {
        observer.disconnect()
        resolve(undefined)
      }
      let timer = setTimeout(done, ms)
      const observer = new MutationObserver(() => {
        clearTimeout(timer)
        timer = setTimeout(done, ms)
      })
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    })

  /** Milliseconds between the two frames that lie furthest apart since `watchFrames`. */
  let longest = 0
  let isWatched = false
  const watchFrames = () => {
    let last = performance.now()
    longest = 0
    isWatched = true
    const look = (/** @type {number} */ now) => {
      longest = Math.max(longest, now - last)
      last = now
      if (isWatched) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }
  const longestFrame = () => {
    isWatched = false
    return longest
  }

  Object.assign(globalThis, {
    bench: {
      still,
      watchFrames,
      longestFrame,
      firstRow,
      inUse,
      shift: () => shift,
      interactions,
      /**
       * From the next click or key until what `read` gives is there, is another than now, and is painted.
       * @param {() => string | undefined} read
       */
      arm: (read) => {
        const before = read()
        change = new Promise((resolve) => {
          let frames = 0
          let done = false
          const count = () => {
            frames++
            if (!done) requestAnimationFrame(count)
          }
          const begin = (/** @type {Event} */ event) => {
            removeEventListener('click', begin, true)
            removeEventListener('keydown', begin, true)
            requestAnimationFrame(count)
            const holds = () => {
              const now = read()
              done = now !== undefined && now !== before
              return done
            }
            when(holds).then((ms) => resolve({ ms: ms - event.timeStamp, frames }))
          }
          addEventListener('click', begin, true)
          addEventListener('keydown', begin, true)
        })
      },
      change: () => change,
    },
  })
}
