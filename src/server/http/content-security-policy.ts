/** What a page may load and do. Styles that stand in the page itself are named by their hashes; scripts never stand there. */
export const contentSecurityPolicy = (styles: string[] = []) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ['style-src', "'self'", ...styles].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    'frame-src https:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types start',
  ].join('; ')
