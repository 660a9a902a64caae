import type { RealCarriers } from '#db/queries/carrier-use.ts';
import { type ZoneData, zoneDataWarning, zoneDataWords } from '#domain/zone-rules/zone-data.ts';
import { commandPrefix } from '#version.ts';

/** What the newcomer needs to sign in. */
export interface StartFacts {
  host: string;
  port: number;
  roles: readonly string[];
  /** False: the address is that of the API alone. */
  hasConsole: boolean;
  /** Of the demo client; the password is shown only when it was made just now. */
  demo:
    | { code: string; username: string; password: string | undefined; contactFile: string }
    | undefined;
  /** Nobody can sign in yet. */
  noClients?: boolean;
  real: RealCarriers;
  /** About the simulation's clock. */
  clock: string[];
  timeZones: ZoneData;
  /** Why passwords may be read on the network; absent when they cannot. */
  exposure?: string | undefined;
  /** Where the process reports its status; absent when it does not. */
  metrics?: string | undefined;
}

/** The block that `carillon start` prints when everything runs. */
export function startBlock(facts: StartFacts): string {
  const rows: [string, string][] = [];
  const label = facts.hasConsole ? 'Address' : 'API';
  if (facts.roles.includes('api')) rows.push([label, addressOf(facts.host, facts.port)]);
  else rows.push(['Roles', facts.roles.join(', ')]);
  if (facts.demo) {
    const { code, username, password } = facts.demo;
    rows.push(['Code', code], ['Username', username]);
    rows.push([
      'Password',
      password ??
        `as shown at the first start ("${commandPrefix} manager reset-password ${code} ${username}")`,
    ]);
    rows.push(['To upload', facts.demo.contactFile]);
    rows.push(['Demo', 'everything of this client is made up; nobody was ever called']);
  }
  if (facts.noClients) {
    rows.push(['Clients', `none yet; add one: ${commandPrefix} client add <code> <name>`]);
  }
  if (facts.metrics) rows.push(['Metrics', `${facts.metrics}/metrics`]);
  rows.push(['Time zones', zoneDataWords(facts.timeZones)]);
  const warnings = [zoneDataWarning(facts.timeZones), facts.exposure].filter(Boolean);
  const lines = rows.map(([label, value]) => `  ${label.padEnd(10)} ${value}`);
  return [
    '',
    '  Carillon is running.',
    '',
    ...lines,
    '',
    `  ${carrierSentence(facts.real)}`,
    ...facts.clock.map((sentence) => `  ${sentence}`),
    ...warnings.map((warning) => `  ${warning}`),
    '  Press Ctrl-C to stop.',
    '',
  ].join('\n');
}

function carrierSentence({ used }: RealCarriers): string {
  return used
    ? 'Real carriers are in use: calls and texts leave this machine.'
    : 'Simulated carrier: no call or text leaves this machine.';
}

/** What a browser on this machine takes. */
export function addressOf(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** What the simulation's clock shows, how fast it runs, and why it is not real time; nothing for a real one. */
export function clockSentences(
  clock: { now(): number; speed: number; notice: string | null },
  { used }: RealCarriers,
): string[] {
  if (used) return [];
  const shown = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(clock.now());
  const pace = clock.speed === 1 ? '' : ` and runs ${clock.speed} times as fast as real time`;
  const sentence = `The simulation's clock shows ${shown} Eastern time${pace}.`;
  return clock.notice ? [sentence, clock.notice] : [sentence];
}
