/** Parts of long inbound texts, until the last one has come. Nothing is answered before. */
import type { Place } from './words.ts';

export interface InboundPart<A> {
  id: string;
  phone: string;
  textingNumber: string;
  /** Of the engine's clock. */
  at: number;
  text: string;
  place: Place;
  answer: A;
}

export interface JoinedText<A> {
  /** The first part's. */
  id: string;
  phone: string;
  textingNumber: string;
  at: number;
  text: string;
  answers: A[];
  /** Of every part. */
  ids: string[];
}

export interface LongInbound<A> {
  /** The whole text when this was its last part. */
  add(part: InboundPart<A>): JoinedText<A> | undefined;
  /** Texts that were waited for long enough: what has come of them. */
  late(): JoinedText<A>[];
}

interface Group<A> {
  parts: Map<number, InboundPart<A>>;
  answers: A[];
  /** Real milliseconds. */
  until: number;
}

export function createLongInbound<A>(joinMs: number): LongInbound<A> {
  const groups = new Map<string, Group<A>>();

  return {
    add(part) {
      const { phone, textingNumber, place } = part;
      const key = `${phone} ${textingNumber} ${place.reference} ${place.total}`;
      const until = performance.now() + joinMs;
      const group: Group<A> = groups.get(key) ?? { parts: new Map(), answers: [], until };
      groups.set(key, group);
      group.parts.set(place.number, part);
      group.answers.push(part.answer);
      if (group.parts.size < place.total) return undefined;
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

function joined<A>({ parts, answers }: Group<A>): JoinedText<A> {
  const sorted = [...parts.values()].sort((a, b) => a.place.number - b.place.number);
  const [first] = sorted;
  if (!first) throw new Error('A text of no parts.');
  const { id, phone, textingNumber } = first;
  const at = Math.min(...sorted.map((part) => part.at));
  const text = sorted.map((part) => part.text).join('');
  return { id, phone, textingNumber, at, text, answers, ids: sorted.map((part) => part.id) };
}
