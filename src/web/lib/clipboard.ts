/** As every browser did before it had a clipboard for pages; the only way over plain HTTP, where that is withheld. */
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

/** Puts text on the clipboard. Rejects with a sentence where the browser keeps the page from it. */
export const copyText = async (text: string) => {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    if (!copyByCommand(text))
      throw new Error('This browser blocks clipboard access. Select the text and copy it manually.')
  }
}
