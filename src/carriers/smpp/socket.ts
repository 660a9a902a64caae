/** Connects to an SMSC, and says why a connection failed. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SessionDetail } from '#contract/carrier-detail.ts';
import { connectPrivately, PublicPlaintextError } from '../private-network.ts';
import type { SmppSettings } from './settings.ts';

export function openSocket(settings: SmppSettings, connected: () => void): Socket {
  const { host, port, tls, plaintext } = settings;
  if (tls === 'off') {
    const connect = plaintext === 'anywhere' ? connectTcp : connectPrivately;
    return connect({ host, port }, connected).setNoDelay(true);
  }
  // SNI takes a host name, never an address (RFC 6066, 3).
  const named = isIP(host) === 0 && { servername: host };
  const options = { host, port, ...named, rejectUnauthorized: tls === 'on' };
  return connectTls(options, connected).setNoDelay(true);
}

/** OpenSSL's codes for a certificate that no trusted authority has signed. */
const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
]);

export function connectionTrouble(error: NodeJS.ErrnoException): SessionDetail {
  if (error instanceof PublicPlaintextError) return { code: 'plaintext_refused', host: error.host };
  const { message, code } = error;
  if (!unknownAuthority.has(code ?? '')) return { code: 'connection_failed', said: message };
  // Only the start of Node's message: the rest may be advice about Node's own options.
  const [said = ''] = message.split(';');
  return { code: 'certificate_untrusted', said };
}
