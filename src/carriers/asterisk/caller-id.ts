/** The caller ID that the called person sees, as ARI's originate takes it. */
import type { CallerId } from '../port.ts';
import { type AsteriskSettings, dialed } from './settings.ts';

export interface ShownCaller {
  /** `"Name" <number>`; undefined for the trunk's own. */
  callerId: string | undefined;
  /** Channel variables. */
  variables: Readonly<Record<string, string>>;
}

/** Both are needed: chan_pjsip takes From from the one and the privacy from the other. */
const withheld = { 'CALLERID(pres)': 'prohib', 'CONNECTEDLINE(pres,i)': 'prohib' };

/**
 * A withheld call still carries the account's number, marked private: networks refuse a call that
 * they cannot bill to anybody.
 */
export function shownCaller(wanted: CallerId, settings: AsteriskSettings): ShownCaller {
  const { callerId: account, numberFormat } = settings;
  const usual = account && `<${dialed(account, numberFormat)}>`;
  if (wanted.kind === 'hidden') return { callerId: usual, variables: withheld };
  if (wanted.kind === 'default') return { callerId: usual, variables: {} };
  const name = printable(wanted.name);
  const number = `<${dialed(wanted.number, numberFormat)}>`;
  return { callerId: name ? `"${name}" ${number}` : number, variables: {} };
}

/** Without characters that could end the quoted name or begin another header. */
function printable(name: string): string {
  return name
    .replace(/[^\p{L}\p{N} .,'&()/+-]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
}
