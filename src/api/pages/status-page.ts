import type { FastifyInstance } from 'fastify';
import { isPlatformReady } from '#db/queries/health.ts';
import type { ApiDeps } from '../deps.ts';
import { since } from '../routes/health.ts';

/** The public page at /status: whether the platform is up, and since when; nothing else. */
export function serveStatusPage(app: FastifyInstance, { platformDb }: ApiDeps): void {
  app.get('/status', async (_request, reply) => {
    const ready = await isPlatformReady(platformDb);
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(page(ready));
  });
}

function page(ready: boolean): string {
  const state = ready ? 'Carillon is up' : 'Carillon cannot reach its database';
  const advice = ready
    ? 'If a screen still shows an error, reload it.'
    : 'Calls in progress will finish. You can log in and use all screens again when the database is back.';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Status of Carillon</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; }
h1::before { content: ""; display: inline-block; width: .7em; height: .7em; margin-right: .5em;
  border-radius: 50%; background: ${ready ? '#2f9e44' : '#e03131'}; }
</style>
</head>
<body>
<main>
<h1>${state}</h1>
<p>${advice}</p>
<p>Running since <time datetime="${since}">${since.slice(0, 16).replace('T', ' ')} UTC</time>.</p>
</main>
</body>
</html>
`;
}
