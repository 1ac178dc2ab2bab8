/**
 * Connection failures of Node, of `pg` and of PostgreSQL (classes 08, 53, 57P), including an ended idle transaction
 * (25P03).
 */
export const isConnectionError = ({ code, message }: Error & { code?: string }) =>
  /^(ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|08|53|57P|25P03)/.test(code ?? '') ||
  /connection terminated|not queryable|timeout exceeded when trying to connect|is not responding|embedded database stopped/i.test(
    message,
  )
