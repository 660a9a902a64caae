import type { CSSProperties } from 'react';
import type { CarrierChannel } from '#contract/carrier.ts';
import { carrierWords, isSimulated } from '../lib/carrier-words.ts';
import { useCarriers } from '../lib/carriers.ts';
import styles from './carrier-fact.module.css';
import { statusFill } from './status-dot.tsx';
import { useTimeFormat } from './zone-named.ts';

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
 * The carrier of a campaign and whether it is connected; nothing until that is known, and of a
 * simulated one nothing while it works: the band above every screen says it. Unlike a `StatusDot` it
 * wraps: the reason why a carrier is disconnected must not be cut off.
 */
export function CarrierFact({ channel }: { channel: CarrierChannel }) {
  const carrier = useCarriers()?.[channel];
  const format = useTimeFormat();
  if (!carrier || (carrier.connected && isSimulated(carrier) && carrier.detail === '')) return null;
  const words = carrierWords(carrier, format);
  const dot = { '--dot': statusFill(carrier.connected ? 'green' : 'red') } as CSSProperties;
  return (
    <span className={styles.fact} style={dot}>
      {words}
    </span>
  );
}
