/** The carrier open on the double, without an engine and without a database. */

import { afterAll } from 'vitest';
import type {
  Callback,
  CallbackSource,
  CarrierSurroundings,
  OpenCarrier,
} from '../../src/carriers/kind.ts';
import type { TextCarrier, TextRequest } from '../../src/carriers/text-port.ts';
import { twilioKind } from '../../src/carriers/twilio/kind.ts';
import { twilioSettings } from '../../src/carriers/twilio/settings.ts';
import { realMs, simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { until } from '../harness/until.ts';
import { accountSid, authToken } from './double/account.ts';
import { type TwilioDouble, twilioDouble } from './double/server.ts';

/** A proxy in front of us ends TLS there. */
export const publicUrl = 'https://carillon.example';
export const sender = '13025560001';

export const settingTexts = (double: TwilioDouble, more: Record<string, string> = {}) => ({
  ...{ accountSid, authToken, apiUrl: double.url },
  ...more,
});

const silent = { info() {}, warn() {}, error() {} };

export function surroundings(
  name: string,
  given: Partial<CarrierSurroundings> = {},
): CarrierSurroundings {
  return {
    ...{ name, log: silent, engineName: 'test', dataFolder: '/nowhere' },
    clock: { now: () => simMs(Date.now()) },
    randomOf: (of) => seededRandom(of),
    soundUrl: () => '',
    callbackUrl: (path) => `${publicUrl}/carrier/${name}/${path}`,
    callbacks: noCallbacks,
    ...given,
  };
}

const noCallbacks: CallbackSource = {
  take: async () => [],
  find: async () => [],
  done: async () => {},
};

/** A callback source in memory that works as the database's does. */
export function callbacksInMemory(): CallbackSource & {
  add(path: string, fields: Record<string, string>): void;
  left(): number;
} {
  let rows: Callback[] = [];
  let made = 0;
  let taken = new Set<number>();
  return {
    add(path, fields) {
      made += 1;
      rows.push({ id: made, at: realMs(Date.now()), path, fields });
    },
    left: () => rows.length,
    find: async (within) => rows.filter(({ path }) => within.some((word) => path.includes(word))),
    async take(most, under, { leftFor = 0 } = {}) {
      if (leftFor > 0) return [];
      const isFor = ({ id, path }: Callback) =>
        !taken.has(id) && under.some((start) => path.startsWith(start));
      const free = rows.filter(isFor).slice(0, most);
      taken = new Set([...taken, ...free.map(({ id }) => id)]);
      return free;
    },
    async done(ids) {
      rows = rows.filter(({ id }) => !ids.includes(id));
    },
  };
}

interface Opened {
  double: TwilioDouble;
  carrier: OpenCarrier;
  text: TextCarrier;
}

/** Connected, with the sender's number in the account. Closed after the test file. */
export async function openOnDouble(
  more: Record<string, string> = {},
  given: Partial<CarrierSurroundings> = {},
): Promise<Opened> {
  const double = await twilioDouble((url) => url);
  double.addNumber(`+${sender}`, `${publicUrl}/carrier/twilio/inbound`);
  const carrier = openTwilio(double, more, given);
  const { text } = carrier;
  if (!text) throw new Error('It carries texts.');
  // The list has been read once, too.
  await until(() => double.requests.some(isCatchUp) || undefined);
  afterAll(() => double.close());
  return { double, carrier, text };
}

type Asked = TwilioDouble['requests'][number];
const isList = ({ what }: Asked) => what === 'GET /Messages.json';
export const isCatchUp = (asked: Asked) => isList(asked) && !asked.fields.has('To');
export const isLookUp = (asked: Asked) => isList(asked) && asked.fields.has('To');

export function openTwilio(
  double: TwilioDouble,
  more: Record<string, string> = {},
  given: Partial<CarrierSurroundings> = {},
): OpenCarrier {
  const settings = twilioSettings.parse(settingTexts(double, more));
  const carrier = twilioKind.open(settings, surroundings('twilio', given));
  afterAll(() => carrier.close());
  return carrier;
}

export const texts = (count: number, body = 'Hello Ann'): TextRequest[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ textId: `1-1-${at + 1}`, from: sender, body },
    ...{ to: String(12_122_000_000 + at), until: simMs(Number.POSITIVE_INFINITY) },
  }));
