/** What `carillon carrier test` and `carillon doctor` say of an Asterisk. No call is placed. */
import type { CarrierFinding } from '../kind.ts';
import { type AriAddress, authorization } from './ari-link.ts';
import { asteriskInfo, endpoint, variable } from './ari-shapes.ts';

/** Milliseconds; every node is asked at the same time. */
const within = 6_000;
const oldest = 20;
const contexts = ['carillon-amd', 'carillon-greeting'];

export async function findingsOf(
  address: Omit<AriAddress, 'app'>,
  technology: string,
): Promise<CarrierFinding[]> {
  const { url } = address;
  try {
    const info = await ask(address, 'asterisk/info');
    if (info.status === 401) {
      return [wrong(`${url} refuses the user or the password: compare them with its ari.conf.`)];
    }
    if (info.status !== 200) {
      return [
        wrong(`${url} answers ${info.status}: is ARI enabled in its http.conf and ari.conf?`),
      ];
    }
    const version = asteriskInfo.parse(info.body).system.version;
    return [
      ...versionFindings(url, version),
      ...(await dialplanFindings(address)),
      ...(await trunkFindings(address, technology)),
    ];
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code;
    const why = cause ?? (error instanceof Error ? error.message : String(error));
    return [wrong(`${url} cannot be reached (${why}): is Asterisk running, and its HTTP server?`)];
  }
}

function versionFindings(url: string, version: string): CarrierFinding[] {
  const major = Number.parseInt(version, 10);
  if (major >= oldest || Number.isNaN(major)) {
    return [{ state: 'fine', text: `${url} is Asterisk ${version}.` }];
  }
  return [wrong(`${url} is Asterisk ${version}: ${oldest} or later is needed.`)];
}

async function dialplanFindings(address: Omit<AriAddress, 'app'>): Promise<CarrierFinding[]> {
  const found: CarrierFinding[] = [];
  for (const context of contexts) {
    const name = `DIALPLAN_EXISTS(${context},s,1)`;
    const asked = await ask(address, `asterisk/variable?variable=${encodeURIComponent(name)}`);
    const value = variable.safeParse(asked.body);
    if (value.success && value.data.value === '1') continue;
    found.push(
      wrong(
        `${address.url} has no context ${context}: copy deploy/asterisk/extensions.conf to it.`,
      ),
    );
  }
  return found;
}

/** @param technology such as `PJSIP/trunk`; '' when it cannot be told from the settings */
async function trunkFindings(
  address: Omit<AriAddress, 'app'>,
  technology: string,
): Promise<CarrierFinding[]> {
  if (technology === '') return [];
  const asked = await ask(address, `endpoints/${technology}`);
  if (asked.status === 404) {
    return [wrong(`${address.url} has no endpoint ${technology}: see its pjsip.conf.`)];
  }
  const told = endpoint.safeParse(asked.body);
  const state = told.success ? told.data.state : undefined;
  return state === 'offline'
    ? [wrong(`${address.url}: the trunk ${technology} does not answer.`)]
    : [{ state: 'fine', text: `${address.url} knows the trunk ${technology}.` }];
}

async function ask(address: Omit<AriAddress, 'app'>, path: string) {
  const answer = await fetch(new URL(`/ari/${path}`, address.url), {
    headers: { authorization: authorization(address) },
    signal: AbortSignal.timeout(within / 4),
  });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : undefined };
}

function wrong(text: string): CarrierFinding {
  return { state: 'wrong', text };
}
