import { isIP } from 'node:net';
import type { Config } from '#config.ts';
import { type Finding, fine, hint } from './finding.ts';

type Exposed = Pick<Config, 'host' | 'publicUrl' | 'plainHttp'>;

/** Whether passwords may cross the network in clear: Carillon itself speaks plain http only. */
export function exposure(config: Exposed): Finding[] {
  const { host } = config;
  const warning = exposureWarning(config);
  return [warning ? hint('Exposure', warning) : fine('Exposure', safeWords(host))];
}

/** What `start` says, too; undefined when nothing is to be said. */
export function exposureWarning({ host, publicUrl, plainHttp }: Exposed): string | undefined {
  if (isLoopback(host)) return undefined;
  if (plainHttp) {
    return (
      `Carillon listens on ${host}, and CARILLON_HTTP_PLAIN lets in requests without TLS from anywhere: ` +
      'others can read passwords and personal data.'
    );
  }
  if (publicUrl?.startsWith('https:')) return undefined;
  return (
    `Carillon listens on ${host} without TLS: passwords and personal data cross the network in clear. ` +
    'Requests from outside private networks are refused. ' +
    'Put a reverse proxy with TLS in front of it and set CARILLON_PUBLIC_URL to its https address.'
  );
}

function safeWords(host: string): string {
  return isLoopback(host)
    ? 'listens on this machine only'
    : 'reached over https, as CARILLON_PUBLIC_URL says';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
