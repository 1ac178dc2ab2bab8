/** Someone who can sign in, with the claims of their ID token. */
export type Account = { name?: string; email?: string; [claim: string]: unknown }

const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The sign-in page of the test provider, where you choose an account. */
export const chooser = (address: string, accounts: Record<string, Account>) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in to Contoso</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 28rem; margin: 12vh auto; padding: 0 1rem }
  a { display: block; padding: .75rem 1rem; margin: .5rem 0; border: 1px solid; border-radius: .5rem; color: inherit; text-decoration: none }
  small { display: block; opacity: .7 }
</style>
<h1>Contoso</h1>
<p>This provider is for trying out. Choose who signs in.</p>
${Object.entries(accounts)
  .map(
    ([id, { name, email, roles }]) =>
      `<a href="${address}?account=${encodeURIComponent(id)}">${escapeHtml(String(name ?? id))}<small>${escapeHtml(String(email ?? ''))} · ${escapeHtml(JSON.stringify(roles ?? 'no roles'))}</small></a>`,
  )
  .join('\n')}
<a href="${address}?account=cancel">Cancel</a>
</html>`
