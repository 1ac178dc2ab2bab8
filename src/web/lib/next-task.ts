/** Acts in a task of its own. Neither a timer, which stands still with the page's clock, nor the next picture, which a hidden page never has. */
export const inNextTask = (act: () => void) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    act()
  }
  port2.postMessage(null)
  return () => port1.close()
}
