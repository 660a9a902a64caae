import type { CSSProperties } from 'react';
import type { CarrierChannel } from '#contract/carrier.ts';
import { carrierWords, isSimulated } from '../lib/carrier-words.ts';
import { useCarriers } from '../lib/carriers.ts';
import styles from './carrier-fact.module.css';
import { statusFill } from './status-dot.tsx';

interface SentenceProps {
  sentence: string;
  channel: CarrierChannel;
}

/** The sentence of an editor, and beside it the carrier of the campaign. */
export function SentenceWithCarrier({ sentence, channel }: SentenceProps) {
  return (
    <span className={styles.row}>
      <span>{sentence}</span>
      <CarrierFact channel={channel} />
    </span>
  );
}

/**
 * The carrier of a campaign and whether it is connected; an empty line until that is known. Unlike
 * a `StatusDot` it wraps: the reason why a carrier is disconnected must not be cut off.
 */
export function CarrierFact({ channel }: { channel: CarrierChannel }) {
  const carrier = useCarriers()?.[channel];
  if (!carrier) return <span aria-hidden="true">{'\u00a0'}</span>;
  const words = carrierWords(carrier);
  if (carrier.connected && isSimulated(carrier)) return <span>{words}</span>;
  const dot = { '--dot': statusFill(carrier.connected ? 'green' : 'red') } as CSSProperties;
  return (
    <span className={styles.fact} style={dot}>
      {words}
    </span>
  );
}
