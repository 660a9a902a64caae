/**
 * Texts a second by Twilio: our carrier on the double against a bare loop of requests to the same
 * double, which responds after a time as Twilio does; and status callbacks a second, each
 * signed, checked and committed before its response. Everything in one process.
 *
 *   node bench/twilio.ts [texts=1000] [callbacks=1000]
 */

import { Agent, request } from 'node:http';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { buildApp } from '../src/api/app.ts';
import { openApiDatabases } from '../src/api/databases.ts';
import { twilioKind } from '../src/carriers/twilio/kind.ts';
import { twilioSettings } from '../src/carriers/twilio/settings.ts';
import { signatureOf } from '../src/carriers/twilio/signature.ts';
import { asPlatform } from '../src/db/database.ts';
import { insertCarrier } from '../src/db/queries/carrier.ts';
import { createMetrics } from '../src/domain/metrics.ts';
import { simMs } from '../src/domain/milliseconds.ts';
import { seededRandom } from '../src/domain/random.ts';
import { rememberingSpeaker } from '../src/domain/speech/remembering-speaker.ts';
import { soundFileReader } from '../src/sound-files/sound-files.ts';
import { fliteSpeaker } from '../src/speech/flite/flite.ts';
import { vault } from '../test/engine/world.ts';
import { accountSid, authToken } from '../test/twilio/double/account.ts';
import { twilioDouble } from '../test/twilio/double/server.ts';
import { machineLine, type Site, withSite } from './engine-site.ts';

const texts = Number(process.argv[2] ?? 1_000);
const callbacks = Number(process.argv[3] ?? 1_000);
const atOnce = 10;
const sender = '13025560001';
const publicUrl = 'https://carillon.example';
/** Milliseconds: about what Twilio takes. */
const takes = 100;

console.log(machineLine());
await benchTexts(0);
await benchTexts(takes);
await withSite('twilio', benchCallbacks);

async function benchTexts(respondAfter: number): Promise<void> {
  const double = await twilioDouble((url) => url);
  double.addNumber(`+${sender}`, '');
  double.takes = respondAfter;
  const own = await perSecond(texts, () => ourLoop(double.url));
  const bare = await perSecond(texts, () => bareLoop(double.url));
  await double.close();
  const line = `responses after ${respondAfter} ms, ${atOnce} at once: ${own} texts/s, bare loop ${bare}/s`;
  console.log(`${line}, ratio ${(own / bare).toFixed(2)}`);
}

async function ourLoop(apiUrl: string): Promise<void> {
  const settings = { accountSid, authToken, apiUrl, perSecond: '1000', atOnce: String(atOnce) };
  const carrier = twilioKind.open(twilioSettings.parse(settings), {
    ...{
      name: 'twilio',
      engineName: 'bench',
      dataFolder: '',
      clock: { now: () => simMs(Date.now()) },
    },
    ...{ randomOf: seededRandom, soundUrl: () => '', log: pino({ level: 'silent' }) },
    callbackUrl: (path) => `${publicUrl}/carrier/twilio/${path}`,
    callbacks: { take: async () => [], find: async () => [], done: async () => {} },
  });
  const { text } = carrier;
  while (!text?.connected()) await new Promise((resolve) => setTimeout(resolve, 5));
  const all = Array.from({ length: texts }, (_, at) => ({
    ...{ textId: `1-1-${at}`, from: sender, to: String(12_122_000_000 + at), body: 'Hello Ann' },
    until: simMs(Number.POSITIVE_INFINITY),
  }));
  // As the engine does: what was too much for now comes again.
  let left = all;
  while (left.length > 0) {
    const submissions = await text.submit(left);
    left = left.filter((_, at) => submissions[at]?.kind !== 'accepted');
  }
  await carrier.close();
}

async function bareLoop(apiUrl: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let sent = 0;
  const worker = async () => {
    while (sent < texts) {
      sent += 1;
      const To = `+${12_123_000_000 + sent}`;
      const form = new URLSearchParams({ To, From: `+${sender}`, Body: 'Hello Ann' }).toString();
      await new Promise<void>((resolve, reject) => {
        const asked = request(`${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
          ...{ agent, method: 'POST', auth: `${accountSid}:${authToken}` },
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        asked.on('response', (response) => response.resume().on('end', resolve));
        asked.on('error', reject);
        asked.end(form);
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  agent.destroy();
}

async function benchCallbacks({ db, folder }: Site): Promise<void> {
  const secrets = { authToken };
  const carrier = { name: 'twilio', settings: { accountSid }, secrets };
  await asPlatform(db, (tx) => insertCarrier(tx, vault, 'twilio', carrier));
  const speaker = fliteSpeaker();
  const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });
  const databases = openApiDatabases(db);
  const app = await buildApp({
    ...databases,
    ...{
      vault,
      publicUrl,
      speaker,
      callSpeaker: rememberingSpeaker(speaker, 2 ** 20),
      spoolFolder: folder,
    },
    now: () => new Date(),
    log: pino({ level: 'warn' }, quiet),
    metrics: createMetrics(),
    soundFiles: soundFileReader(),
    carrierKinds: { twilio: twilioKind },
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  let callbacksSent = 0;
  const worker = async () => {
    while (callbacksSent < callbacks) {
      callbacksSent += 1;
      const fields = {
        ...{
          MessageSid: `SM${String(callbacksSent).padStart(32, '0')}`,
          MessageStatus: 'delivered',
        },
        ...{ To: '+12122000000', From: `+${sender}` },
      };
      const path = `/carrier/twilio/status/1-1-${callbacksSent}`;
      const signature = signatureOf(authToken, publicUrl + path, Object.entries(fields));
      const response = await fetch(url + path, {
        method: 'POST',
        headers: { 'x-twilio-signature': signature },
        body: new URLSearchParams(fields),
      });
      if (response.status !== 200) throw new Error(`Status ${response.status}.`);
    }
  };
  const rate = await perSecond(callbacks, () =>
    Promise.all(Array.from({ length: atOnce }, worker)).then(() => {}),
  );
  console.log(`status callbacks, ${atOnce} at once: ${rate}/s, each committed before its response`);
  await app.close();
  await databases.close();
  await speaker.close();
}

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round(count / ((performance.now() - began) / 1_000));
}
