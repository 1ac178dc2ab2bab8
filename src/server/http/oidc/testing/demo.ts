import { spawn } from 'node:child_process'
import { startIdentityProvider } from './identity-provider'

/** `npm run demo:sso`: the console with single sign-on, and a provider on this machine. */
const port = Number(process.env.PORT || 4420)
const publicUrl = `http://127.0.0.1:${port}`
const provider = await startIdentityProvider({
  port: port + 1,
  clients: [{ client_id: 'quarterdeck', client_secret: 'for trying out', publicUrl }],
  accounts: {
    amira: { name: 'Amira Haddad', email: 'amira@contoso.example', roles: ['account-manager'] },
    bo: { name: 'Bo Lind', email: 'bo@contoso.example', roles: ['admin'] },
    chi: { name: 'Chi Okafor', email: 'chi@contoso.example', roles: ['read-only'] },
    dee: { name: 'Dee Marsh', email: 'dee@contoso.example', roles: ['guest'] },
  },
})
const child = spawn(process.execPath, ['src/scripts/quarterdeck.js', 'start'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: String(port),
    QUARTERDECK_URL: publicUrl,
    QUARTERDECK_OIDC_ISSUER: provider.issuer,
    QUARTERDECK_OIDC_CLIENT_ID: 'quarterdeck',
    QUARTERDECK_OIDC_CLIENT_SECRET: 'for trying out',
    QUARTERDECK_OIDC_LABEL: 'Contoso',
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', async (code) => {
  await provider.stop()
  process.exit(code ?? 0)
})
