/**
 * Whether a trunk responds, as Asterisk itself checks where qualify_frequency is set in pjsip.conf.
 * Polled, because subscribing to its events would bring the events of every call on the trunk.
 */
import type { CarrierLog } from '../kind.ts';
import { AriLost, type AriMethod, type AriResponse } from './ari-link.ts';
import { configObject, endpoint } from './ari-shapes.ts';

type Ask = (method: AriMethod, path: string) => Promise<Pick<AriResponse, 'status' | 'body'>>;

export interface Trunk {
  /** Known not to respond; false where Asterisk does not check it. */
  isSilent(): boolean;
  /** Asks Asterisk now; without a response the state stays as it was. */
  refresh(): Promise<void>;
  close(): void;
}

/** Milliseconds. */
const refreshEvery = 2_000;

/** The endpoint `PJSIP/trunk` of "PJSIP/{number}@trunk"; '' for settings of any other form. */
export function trunkOf(endpointSetting: string): string {
  const [, technology, name] = /^(\w+)\/\{number\}@([\w.-]+)$/.exec(endpointSetting) ?? [];
  return technology && name ? `${technology}/${name}` : '';
}

/** @param node its address, for the log */
export function watchTrunk(ask: Ask, trunk: string, log: CarrierLog, node: string): Trunk {
  let silent = false;
  let isRefreshing = false;

  async function refresh(): Promise<void> {
    if (trunk === '' || isRefreshing) return;
    isRefreshing = true;
    try {
      const parsed = endpoint.safeParse((await ask('GET', `endpoints/${trunk}`)).body);
      // A trunk that Asterisk does not check is "online" too.
      const now = parsed.success && parsed.data.state === 'offline';
      if (now && !silent) log.error({ node, trunk }, 'the trunk is not responding');
      if (silent && !now) log.info({ node, trunk }, 'the trunk is responding again');
      silent = now;
    } catch (error) {
      if (!(error instanceof AriLost)) throw error;
    } finally {
      isRefreshing = false;
    }
  }

  const timer = setInterval(() => void refresh(), refreshEvery);
  return { isSilent: () => silent, refresh, close: () => clearInterval(timer) };
}

/** Whether Asterisk checks this trunk at all; undefined when Asterisk does not say. */
export async function isQualified(ask: Ask, trunk: string): Promise<boolean | undefined> {
  const [technology, name] = trunk.split('/');
  if (technology !== 'PJSIP' || !name) return undefined;
  const of = async (type: string, id: string, attribute: string) => {
    const path = `asterisk/config/dynamic/res_pjsip/${type}/${encodeURIComponent(id)}`;
    const object = configObject.safeParse((await ask('GET', path)).body);
    return object.data?.find((one) => one.attribute === attribute)?.value;
  };
  const aors = (await of('endpoint', name, 'aors'))?.split(',').map((one) => one.trim()) ?? [];
  const every = await Promise.all(aors.map((aor) => of('aor', aor, 'qualify_frequency')));
  const known = every.filter((one) => one !== undefined).map(Number);
  return known.length === 0 ? undefined : known.every((seconds) => seconds > 0);
}
