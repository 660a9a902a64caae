import { useQuery } from '@tanstack/react-query';
import { type CarrierState, type ClientCarriers, readCarriers } from '../../contract/carrier.ts';
import { api } from './api.ts';
import { formatTime } from './format.ts';
import { queryKey } from './query.ts';
import { useSession } from './session.ts';

/** Milliseconds between two looks. */
const refreshEvery = 5_000;

/** The carriers of the signed-in manager's client; undefined before they are known. */
export function useCarriers(): ClientCarriers | undefined {
  const clientId = useSession()?.clientId;
  return useQuery({
    queryKey: queryKey(readCarriers, { clientId }),
    queryFn: ({ signal }) => api(readCarriers, { query: { clientId }, signal }),
    enabled: clientId !== undefined,
    refetchInterval: refreshEvery,
    throwOnError: false,
  }).data;
}

/** A simulated carrier reaches nobody. */
export function isSimulated(carrier: CarrierState): boolean {
  return carrier.kind === 'simulated';
}

/** «Carrier trunk-1 away since 10:41 AM ET: the host does not answer». */
export function carrierWords(carrier: CarrierState): string {
  const { name, connected, since, detail } = carrier;
  const who = isSimulated(carrier) ? 'Simulated carrier' : `Carrier ${name}`;
  const more = detail === '' ? '' : `: ${inSentence(detail)}`;
  if (connected) return isSimulated(carrier) ? `${who}${more}` : `${who} connected${more}`;
  return `${who} away${since ? ` since ${formatTime(since)} ET` : ''}${more}`;
}

/** Our own words go on in lower case; a carrier's may begin with a name. */
function inSentence(detail: string): string {
  const text = detail.replace(/\.$/, '');
  return /^(No|Connected|Its|It|This) /.test(text) ? text[0]?.toLowerCase() + text.slice(1) : text;
}
