/** What `carillon carrier test` and `carillon doctor` say of an Asterisk. No call is placed. */
import type { CarrierFinding } from '../kind.ts';
import { type AriAddress, AriLink, authorization } from './ari-link.ts';
import { asteriskInfo, endpoint, moduleList, variable } from './ari-shapes.ts';
import { isAsked } from './trunk.ts';

/** Milliseconds; every node is asked at the same time. */
const within = 6_000;
const oldest = 20;
/** Hands the sound of two legs on by itself; see deploy/asterisk/modules.conf. */
const unwanted = 'bridge_native_rtp.so';
/** Who was called stands in its file: needed only when a journal is lost. */
const recorder = 'cdr_csv.so';
/** What no call can do without; a missing one shows only when somebody has answered. */
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
      ...(await linkFindings(address)),
      ...(await moduleFindings(address)),
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

/** Requests over the WebSocket came to each major version with a release of May 2025. */
async function linkFindings(address: Omit<AriAddress, 'app'>): Promise<CarrierFinding[]> {
  const answered = Promise.withResolvers<boolean>();
  const nothing = () => {};
  const link = new AriLink({
    ...{ ...address, app: 'carillon-test', onEvent: nothing, onLoss: nothing },
    log: { info: nothing, warn: nothing, error: nothing },
    random: { next: () => 0 },
    async onConnect() {
      await link.request('GET', 'asterisk/info');
      answered.resolve(true);
    },
  });
  const timer = setTimeout(() => answered.resolve(false), within / 2);
  const fine = await answered.promise;
  clearTimeout(timer);
  await link.close();
  if (fine) return [];
  const text = `${address.url} answers no requests over its WebSocket: Asterisk 20.14, 21.9, 22.4 and later do, with res_http_websocket.so and res_ari_events.so.`;
  return [wrong(text)];
}

/** A global of deploy/asterisk/extensions.conf: ARI cannot be asked for contexts. */
async function dialplanFindings(address: Omit<AriAddress, 'app'>): Promise<CarrierFinding[]> {
  const asked = await ask(address, 'asterisk/variable?variable=CARILLON_DIALPLAN');
  const value = variable.safeParse(asked.body);
  if (value.success && value.data.value !== '') return [];
  const file = 'deploy/asterisk/extensions.conf';
  return [wrong(`${address.url} has no dialplan of Carillon's: take over ${file}.`)];
}

async function moduleFindings(address: Omit<AriAddress, 'app'>): Promise<CarrierFinding[]> {
  const asked = await ask(address, 'asterisk/modules');
  const loaded = new Set(moduleList.parse(asked.body).map(({ name }) => name));
  const missing = needed.filter((name) => !loaded.has(name)).join(', ');
  const file = 'deploy/asterisk/modules.conf';
  const found: CarrierFinding[] = [];
  if (missing) found.push(wrong(`${address.url} has not loaded ${missing}: see ${file}.`));
  if (loaded.has(unwanted)) {
    const text = `${address.url} has loaded ${unwanted}: customers may miss an agent's first words. Leave it out, as ${file} does.`;
    found.push({ state: 'hint', text });
  }
  if (!loaded.has(recorder)) {
    const text = `${address.url} has not loaded ${recorder}: should a backup be restored and Carillon's own journal be lost, nobody knows who was called over it. See ${file} and cdr.conf.`;
    found.push({ state: 'hint', text });
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
  const known = `${address.url} knows the trunk ${technology}`;
  if (state === 'offline') {
    const text = `${known}, which does not answer: campaigns wait for it. Is its address right in pjsip.conf ("CHANGE"), and does your provider let you in?`;
    return [wrong(text)];
  }
  const asks = await isAsked((_method, path) => ask(address, path), technology);
  if (asks === true) return [{ state: 'fine', text: `${known}, and it answers.` }];
  const fine: CarrierFinding = { state: 'fine', text: `${known}.` };
  if (asks === undefined) return [fine];
  const text = `${address.url} does not ask whether the trunk ${technology} lives: set qualify_frequency in its pjsip.conf, and campaigns wait while it is silent.`;
  return [fine, { state: 'hint', text }];
}

async function ask(address: Omit<AriAddress, 'app'>, path: string) {
  const answer = await fetch(new URL(`/ari/${path}`, address.url), {
    headers: { authorization: authorization(address) },
    signal: AbortSignal.timeout(within / 4),
  });
  const text = await answer.text();
  return { status: answer.status, body: /^[[{]/.test(text) ? JSON.parse(text) : undefined };
}

function wrong(text: string): CarrierFinding {
  return { state: 'wrong', text };
}
