/** How long somebody has waited for an answer to what she did, in milliseconds; 0 where the app draws for itself. */
export const elapsedSinceInput = () => (window.event ? performance.now() - window.event.timeStamp : 0)
