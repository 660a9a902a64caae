import type { CarrierChannel } from '../../contract/carrier.ts';
import { carrierWords, isSimulated, useCarriers } from '../lib/carriers.ts';
import { StatusDot } from './status-dot.tsx';

/** Which carrier a campaign goes by, and whether it is there; only its room before that is known. */
export function CarrierFact({ channel }: { channel: CarrierChannel }) {
  const carrier = useCarriers()?.[channel];
  if (!carrier) return <span aria-hidden="true">{'\u00a0'}</span>;
  const words = carrierWords(carrier);
  if (carrier.connected && isSimulated(carrier)) return <span>{words}</span>;
  return <StatusDot color={carrier.connected ? 'green' : 'red'}>{words}</StatusDot>;
}
