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

/** The sentence of an editor, and beside it what the campaign would go by. */
export function SentenceWithCarrier({ sentence, channel }: SentenceProps) {
  return (
    <span className={styles.row}>
      <span>{sentence}</span>
      <CarrierFact channel={channel} />
    </span>
  );
}

/**
 * Which carrier a campaign goes by, and whether it is there; only its room before that is known.
 * Unlike a `StatusDot` it goes on in a second line: why a carrier is away must not be cut off.
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
