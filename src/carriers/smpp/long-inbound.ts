/** Collects the parts of long inbound texts. None gets its response before the last one arrives. */
import { later, type RealMs, realMs, type SimMs, soonest } from '#domain/milliseconds.ts';
import type { PartPosition } from './words.ts';

export interface InboundPart<D> {
  id: string;
  phone: string;
  textingNumber: string;
  at: SimMs;
  text: string;
  mayBeNew: boolean;
  position: PartPosition;
  delivery: D;
}

export interface JoinedText<D> {
  /** The first part's. */
  id: string;
  phone: string;
  textingNumber: string;
  at: SimMs;
  text: string;
  /** One of its parts may be a new one. */
  mayBeNew: boolean;
  deliveries: D[];
  /** Of every part. */
  ids: string[];
}

export interface LongInbound<D> {
  /** Returns the whole text if this was its last part. */
  add(part: InboundPart<D>): JoinedText<D> | undefined;
  /** Texts whose wait is over, made of the parts that arrived. */
  late(): JoinedText<D>[];
}

interface Group<D> {
  parts: Map<number, InboundPart<D>>;
  deliveries: D[];
  until: RealMs;
}

export function createLongInbound<D>(joinMs: RealMs): LongInbound<D> {
  const groups = new Map<string, Group<D>>();

  return {
    add(part) {
      const { phone, textingNumber, position } = part;
      const key = `${phone} ${textingNumber} ${position.reference} ${position.total}`;
      const until = later(realMs(performance.now()), joinMs);
      const group: Group<D> = groups.get(key) ?? { parts: new Map(), deliveries: [], until };
      groups.set(key, group);
      group.parts.set(position.number, part);
      group.deliveries.push(part.delivery);
      if (group.parts.size < position.total) return undefined;
      groups.delete(key);
      return joined(group);
    },
    late() {
      const now = performance.now();
      const over = [...groups].filter(([, group]) => group.until <= now);
      for (const [key] of over) groups.delete(key);
      return over.map(([, group]) => joined(group));
    },
  };
}

function joined<D>({ parts, deliveries }: Group<D>): JoinedText<D> {
  const sorted = [...parts.values()].sort((a, b) => a.position.number - b.position.number);
  const [first] = sorted;
  if (!first) throw new Error('Cannot join a text without parts.');
  const { id, phone, textingNumber } = first;
  const at = soonest(first.at, ...sorted.map((part) => part.at));
  const text = sorted.map((part) => part.text).join('');
  const ids = sorted.map((part) => part.id);
  const mayBeNew = sorted.some((part) => part.mayBeNew);
  return { id, phone, textingNumber, at, text, mayBeNew, deliveries, ids };
}
