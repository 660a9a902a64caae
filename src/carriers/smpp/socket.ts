/** A connection to an SMSC, and why there is none, in a sentence. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SmppSettings } from './settings.ts';

export function openSocket({ host, port, tls }: SmppSettings, connected: () => void): Socket {
  if (tls === 'off') return connectTcp({ host, port }, connected).setNoDelay(true);
  // The name of a host, never an address (RFC 6066, 3).
  const named = isIP(host) === 0 && { servername: host };
  const options = { host, port, ...named, rejectUnauthorized: tls === 'on' };
  return connectTls(options, connected).setNoDelay(true);
}

/** As OpenSSL says that nobody whom this machine trusts has signed a certificate. */
const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
]);

/** The whole of Node's words may run into an advice about Node's own options. */
export function connectionTrouble({ message, code }: NodeJS.ErrnoException): string {
  if (unknownAuthority.has(code ?? '')) {
    const [why] = message.split(';');
    return (
      `The carrier's certificate is signed by nobody that this machine knows (${why}). For a private ` +
      'one name a file with its authority in NODE_EXTRA_CA_CERTS, as docs/operating-smpp.md says.'
    );
  }
  return `The connection failed: ${message.replace(/\.$/, '')}.`;
}
