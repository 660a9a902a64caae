/**
 * What allowed an attempt, as it is kept with it: at most 150 bytes, in a form that begins with its
 * version. A later form gets the next version and a reader of its own; old attempts stay readable.
 *
 * Version 1: version, flags, campaign version (4), opening and closing (2 each, minutes), count of
 * zones, then per zone its index in allowed-zones.ts and its local time (2, minutes), count of
 * messages, then per message its role, id (6) and version (4); counted, cap and days (2 each) with
 * flag 1; a hash of 8 bytes with flag 2.
 */
import { type AllowedBy, type MessageRole, messageRoles } from '#contract/allowed-by.ts';
import { allowedZones, indexOfZone, otherZone } from './allowed-zones.ts';
import type { HoursRange } from './calling-hours.ts';
import { wallTimeIn } from './zone-rules/zone-clock.ts';

export interface AllowedMessage {
  role: MessageRole;
  id: number;
  /** 0: not known. */
  version: number;
}

export interface Allowed {
  /** Epoch ms. */
  at: number;
  zones: readonly string[];
  range: HoursRange;
  counted: { counted: number; most: number; days: number } | null;
  /** 0: not known. */
  campaignVersion: number;
  messages: readonly AllowedMessage[];
  /**
   * Whether a hash of the account's values stands at the end: `hashBytes` bytes that whoever writes
   * the attempt appends, because all else is shared by many attempts.
   */
  withValues: boolean;
}

export const mostBytes = 150;
const hashBytes = 8;
const form = 1;
const withCap = 1;
const withHash = 2;
/** This many fit with everything else; no number that may be called has more. */
const mostZones = 24;
const mostMessages = 3;

/** @returns all but the hash of the account's values */
export function encodeAllowed(given: Allowed): Uint8Array {
  const { at, zones, range, counted, campaignVersion, messages, withValues } = given;
  const bytes = new Uint8Array(mostBytes);
  const view = new DataView(bytes.buffer);
  let end = 0;
  const small = (value: number) => view.setUint8(end++, Math.min(value, 0xff));
  const middle = (value: number) => {
    view.setUint16(end, Math.min(value, 0xffff));
    end += 2;
  };
  const large = (value: number) => {
    view.setUint32(end, Math.min(value, 0xffff_ffff));
    end += 4;
  };
  small(form);
  small((counted ? withCap : 0) | (withValues ? withHash : 0));
  large(campaignVersion);
  middle(minutesOf(range.open));
  middle(minutesOf(range.close));
  small(zones.length);
  for (const zone of zones.slice(0, mostZones)) {
    small(indexOfZone(zone));
    middle(minutesOf(wallTimeIn(zone, at)));
  }
  small(Math.min(messages.length, mostMessages));
  for (const { role, id, version } of messages.slice(0, mostMessages)) {
    small(messageRoles.indexOf(role));
    middle(Math.floor(id / 2 ** 32));
    large(id % 2 ** 32);
    large(version);
  }
  if (counted) for (const value of [counted.counted, counted.most, counted.days]) middle(value);
  return bytes.subarray(0, end);
}

/** @returns undefined for what this version cannot read */
export function readAllowed(hex: string): AllowedBy | undefined {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const view = new DataView(bytes.buffer);
  try {
    return view.getUint8(0) === form ? readForm(view, hex) : undefined;
  } catch (error) {
    // Shorter than it says: cut by another program.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readForm(view: DataView, hex: string): AllowedBy {
  let at = 1;
  const small = () => view.getUint8(at++);
  const middle = () => {
    at += 2;
    return view.getUint16(at - 2);
  };
  const large = () => {
    at += 4;
    return view.getUint32(at - 4);
  };
  const flags = small();
  const campaignVersion = large() || null;
  const opens = timeOf(middle());
  const closes = timeOf(middle());
  const zoneCount = small();
  const zones = Array.from({ length: Math.min(zoneCount, mostZones) }, () => {
    const index = small();
    return { zone: zoneAt(index), localTime: timeOf(middle()) };
  });
  const messages = Array.from({ length: small() }, () => {
    const role = messageRoles[small()] ?? 'customer';
    const id = middle() * 2 ** 32 + large();
    return { role, id, version: large() || null };
  });
  const counted = flags & withCap ? { counted: middle(), most: middle(), days: middle() } : null;
  const hash = flags & withHash ? hex.slice(at * 2, (at + hashBytes) * 2) : null;
  if (hash !== null && hash.length < hashBytes * 2) throw new RangeError('The hash is cut.');
  const shared = { zones, zoneCount, opens, closes, counted, campaignVersion, messages };
  return { ...shared, valuesHash: hash };
}

const zoneAt = (index: number) => (index === otherZone ? '' : (allowedZones[index] ?? ''));

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function timeOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
