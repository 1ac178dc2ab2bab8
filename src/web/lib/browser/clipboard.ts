/** Legacy fallback, the only way over plain HTTP. */
const copyByCommand = (text: string) => {
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', onCopy, { once: true })
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', onCopy)
  return isCopied
}

/** Copies text; rejects with a message if the browser refuses. */
export const copyText = async (text: string) => {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    if (!copyByCommand(text))
      throw new Error('This browser blocks clipboard access. Select the text and copy it manually.')
  }
}
