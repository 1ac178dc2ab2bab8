const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The request for a shell, with a placeholder where the key goes. */
export const curlCommand = (method: string, address: string, body?: string) =>
  [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address)}`,
    `-H 'Authorization: Bearer <API_KEY>'`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`] : []),
  ].join(' \\\n  ')
