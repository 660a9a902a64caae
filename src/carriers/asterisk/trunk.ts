/**
 * Whether a trunk answers, as Asterisk itself finds out where it is told to ask: qualify_frequency in
 * pjsip.conf. Looked at now and then; events of it would bring those of every call on the trunk.
 */
import type { CarrierLog } from '../kind.ts';
import { type AriAnswer, AriLost, type AriMethod } from './ari-link.ts';
import { configObject, endpoint } from './ari-shapes.ts';

type Ask = (method: AriMethod, path: string) => Promise<Pick<AriAnswer, 'status' | 'body'>>;

export interface Trunk {
  /** Known not to answer; false where nobody asks it. */
  isSilent(): boolean;
  /** Asks now; what cannot be learned leaves it as it was. */
  look(): Promise<void>;
  close(): void;
}

/** Milliseconds between two looks. */
const lookEvery = 2_000;

/** "PJSIP/{number}@trunk" names the endpoint after the at sign: `PJSIP/trunk`; '' when it cannot be told. */
export function trunkOf(endpointSetting: string): string {
  const [, technology, name] = /^(\w+)\/\{number\}@([\w.-]+)$/.exec(endpointSetting) ?? [];
  return technology && name ? `${technology}/${name}` : '';
}

/** @param node its address, for the log */
export function watchTrunk(ask: Ask, trunk: string, log: CarrierLog, node: string): Trunk {
  let silent = false;
  let looking = false;

  async function look(): Promise<void> {
    if (trunk === '' || looking) return;
    looking = true;
    try {
      const told = endpoint.safeParse((await ask('GET', `endpoints/${trunk}`)).body);
      // One that Asterisk does not ask is "online" too.
      const now = told.success && told.data.state === 'offline';
      if (now && !silent) log.error({ node, trunk }, 'the trunk does not answer');
      if (silent && !now) log.info({ node, trunk }, 'the trunk answers again');
      silent = now;
    } catch (error) {
      if (!(error instanceof AriLost)) throw error;
    } finally {
      looking = false;
    }
  }

  const looks = setInterval(() => void look(), lookEvery);
  return { isSilent: () => silent, look, close: () => clearInterval(looks) };
}

/** Whether Asterisk asks this trunk at all; undefined when that cannot be learned. */
export async function isAsked(ask: Ask, trunk: string): Promise<boolean | undefined> {
  const [technology, name] = trunk.split('/');
  if (technology !== 'PJSIP' || !name) return undefined;
  const of = async (type: string, id: string, attribute: string) => {
    const path = `asterisk/config/dynamic/res_pjsip/${type}/${encodeURIComponent(id)}`;
    const object = configObject.safeParse((await ask('GET', path)).body);
    return object.data?.find((one) => one.attribute === attribute)?.value;
  };
  const aors = (await of('endpoint', name, 'aors'))?.split(',').map((one) => one.trim()) ?? [];
  const every = await Promise.all(aors.map((aor) => of('aor', aor, 'qualify_frequency')));
  const told = every.filter((one) => one !== undefined).map(Number);
  return told.length === 0 ? undefined : told.every((seconds) => seconds > 0);
}
