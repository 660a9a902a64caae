/** Findings of `carillon carrier test` and `carillon doctor` on an Asterisk. No call is placed. */
import type { CarrierFinding } from '../kind.ts';
import { ariFetch } from './ari-fetch.ts';
import { type AriAddress, AriLink } from './ari-link.ts';
import { asteriskInfo, endpoint, moduleList, variable } from './ari-shapes.ts';
import { isQualified } from './trunk.ts';

/** Milliseconds; all nodes are tested at the same time. */
const within = 6_000;
const oldest = 20;
/** Passes the sound between two legs by itself; see deploy/asterisk/modules.conf. */
const unwanted = 'bridge_native_rtp.so';
/** Writes a file of all calls: needed only when a journal is lost. */
const recorder = 'cdr_csv.so';
/** Every call needs these; a missing one shows only after somebody has answered. */
const needed = [
  'app_amd.so',
  'app_stasis.so',
  'app_waitforsilence.so',
  'chan_pjsip.so',
  'format_wav.so',
  'func_callerid.so',
  'func_timeout.so',
  'res_ari_bridges.so',
  'res_ari_channels.so',
  'res_ari_events.so',
  'res_ari_playbacks.so',
  'res_ari_recordings.so',
  'res_http_media_cache.so',
  'res_stasis_playback.so',
  'res_stasis_recording.so',
];

export async function findingsOf(
  address: Omit<AriAddress, 'app'>,
  technology: string,
): Promise<CarrierFinding[]> {
  const { url } = address;
  try {
    const info = await ask(address, 'asterisk/info');
    if (info.status === 401) {
      return [wrong(`${url} rejected the user or password. Check them against its ari.conf.`)];
    }
    if (info.status !== 200) {
      return [
        wrong(`${url} returned ${info.status}. Is ARI enabled in its http.conf and ari.conf?`),
      ];
    }
    const version = asteriskInfo.parse(info.body).system.version;
    return [
      ...versionFindings(url, version),
      ...(await linkFindings(address)),
      ...(await moduleFindings(address)),
      ...(await dialplanFindings(address)),
      ...(await trunkFindings(address, technology)),
    ];
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code;
    const why = cause ?? (error instanceof Error ? error.message : String(error));
    return [wrong(`${url} cannot be reached (${why}). Are Asterisk and its HTTP server running?`)];
  }
}

function versionFindings(url: string, version: string): CarrierFinding[] {
  const major = Number.parseInt(version, 10);
  if (major >= oldest || Number.isNaN(major)) {
    return [{ state: 'fine', text: `${url} runs Asterisk ${version}.` }];
  }
  return [wrong(`${url} runs Asterisk ${version}. Carillon needs ${oldest} or later.`)];
}

/** Each major version supports requests over the WebSocket since a release of May 2025. */
async function linkFindings(address: Omit<AriAddress, 'app'>): Promise<CarrierFinding[]> {
  const responded = Promise.withResolvers<boolean>();
  const nothing = () => {};
  const link = new AriLink({
    ...{ ...address, app: 'carillon-test', onEvent: nothing, onLoss: nothing },
    log: { info: nothing, warn: nothing, error: nothing },
    random: { next: () => 0 },
    async onConnect() {
      await link.request('GET', 'asterisk/info');
      responded.resolve(true);
    },
  });
  const timer = setTimeout(() => responded.resolve(false), within / 2);
  const fine = await responded.promise;
  clearTimeout(timer);
  await link.close();
  if (fine) return [];
  const text = `${address.url} does not respond to requests over its WebSocket. This needs Asterisk 20.14, 21.9, 22.4 or later, with res_http_websocket.so and res_ari_events.so.`;
  return [wrong(text)];
}

/** Checks a global of deploy/asterisk/extensions.conf, because ARI does not list contexts. */
async function dialplanFindings(address: Omit<AriAddress, 'app'>): Promise<CarrierFinding[]> {
  const response = await ask(address, 'asterisk/variable?variable=CARILLON_DIALPLAN');
  const value = variable.safeParse(response.body);
  if (value.success && value.data.value !== '') return [];
  const file = 'deploy/asterisk/extensions.conf';
  return [wrong(`${address.url} does not have Carillon's dialplan. Install ${file}.`)];
}

async function moduleFindings(address: Omit<AriAddress, 'app'>): Promise<CarrierFinding[]> {
  const response = await ask(address, 'asterisk/modules');
  const loaded = new Set(moduleList.parse(response.body).map(({ name }) => name));
  const missing = needed.filter((name) => !loaded.has(name)).join(', ');
  const file = 'deploy/asterisk/modules.conf';
  const found: CarrierFinding[] = [];
  if (missing) found.push(wrong(`${address.url} has not loaded ${missing}. See ${file}.`));
  if (loaded.has(unwanted)) {
    const text = `${address.url} has loaded ${unwanted}, so customers may miss an agent's first words. Do not load it; see ${file}.`;
    found.push({ state: 'hint', text });
  }
  if (!loaded.has(recorder)) {
    const text = `${address.url} has not loaded ${recorder}. If you restore a backup and Carillon's own journal is lost, nobody knows who was called over this Asterisk. See ${file} and cdr.conf.`;
    found.push({ state: 'hint', text });
  }
  return found;
}

/** @param technology such as `PJSIP/trunk`; '' when the settings do not show it */
async function trunkFindings(
  address: Omit<AriAddress, 'app'>,
  technology: string,
): Promise<CarrierFinding[]> {
  if (technology === '') return [];
  const response = await ask(address, `endpoints/${technology}`);
  if (response.status === 404) {
    return [wrong(`${address.url} has no endpoint ${technology}. See its pjsip.conf.`)];
  }
  const parsed = endpoint.safeParse(response.body);
  const state = parsed.success ? parsed.data.state : undefined;
  const known = `${address.url} has the trunk ${technology}`;
  if (state === 'offline') {
    const text = `${known}, but the trunk is not responding, so campaigns wait. Is its address correct in pjsip.conf ("CHANGE"), and does your provider accept your connection?`;
    return [wrong(text)];
  }
  const qualified = await isQualified((_method, path) => ask(address, path), technology);
  if (qualified === true) return [{ state: 'fine', text: `${known}, and it is responding.` }];
  const fine: CarrierFinding = { state: 'fine', text: `${known}.` };
  if (qualified === undefined) return [fine];
  const text = `${address.url} does not check whether the trunk ${technology} is responding. Set qualify_frequency in its pjsip.conf, so that campaigns wait while the trunk is down.`;
  return [fine, { state: 'hint', text }];
}

async function ask(address: Omit<AriAddress, 'app'>, path: string) {
  const response = await ariFetch(address, path, within / 4);
  const text = await response.text();
  return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : undefined };
}

function wrong(text: string): CarrierFinding {
  return { state: 'wrong', text };
}
