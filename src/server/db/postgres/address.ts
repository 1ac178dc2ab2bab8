/** Everything before the hosts of a connection string, the hosts, and everything after them. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/

/** One address per host: a connection string may name several, as in postgres://user:password@a,b:5433/name. */
export const addressesOf = (url: string): string[] => {
  const [, before = '', hosts = '', after = ''] = parts.exec(url) ?? []
  return hosts.split(',').map((host) => before + host + after)
}

/** What a connection string names, without its password. */
export const placeIn = (url: string) => {
  const [, , hosts = ''] = parts.exec(url) ?? []
  const { pathname, username } = new URL(addressesOf(url)[0] ?? url)
  return {
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
    hosts: hosts || 'localhost',
  }
}
