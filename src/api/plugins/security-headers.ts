import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** On responses that are written without Fastify: to broken HTTP, and to refused WebSockets. */
export const bareHeaders = [
  'X-Content-Type-Options: nosniff',
  "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
  'X-Frame-Options: DENY',
  'Cache-Control: no-store',
] as const;

/** A year, as browsers' lists ask for at least. */
const hstsSeconds = 365 * 24 * 3_600;

/**
 * Headers for browsers: scripts and styles come from our own files only. HSTS only where the public
 * address is https: Carillon also runs on plain http inside a house network. Subdomains are not
 * Carillon's to decide about.
 */
export async function secureHeaders(
  app: FastifyInstance,
  publicUrl: string | undefined,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'connect-src': ["'self'"],
        'font-src': ["'self'", 'data:'],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'media-src': ["'self'", 'blob:'],
        'object-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
      },
    },
    strictTransportSecurity: publicUrl?.startsWith('https:')
      ? { maxAge: hstsSeconds, includeSubDomains: false }
      : false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
}
