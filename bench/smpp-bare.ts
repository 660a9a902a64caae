/** The carrier alone against a bare loop over the codec, without limits, pace or books: part of bench/smpp.ts. */

import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSmpp } from '../src/carriers/smpp/carrier.ts';
import { createFrames } from '../src/carriers/smpp/frames.ts';
import { addressOf } from '../src/carriers/smpp/numbers.ts';
import { partsOf } from '../src/carriers/smpp/parts.ts';
import { command, encodeBind, encodeMessage, encodePdu } from '../src/carriers/smpp/pdu.ts';
import { smppSettings } from '../src/carriers/smpp/settings.ts';
import { simMs } from '../src/domain/milliseconds.ts';
import { seededRandom } from '../src/domain/random.ts';
import type { GatewayTexts } from './smpp-kannel.ts';

const settingsOf = ({ smscPort: port, window }: GatewayTexts) =>
  smppSettings.parse({ host: '127.0.0.1', port, systemId: 'bench', password: 'bench', window });

/** @returns texts a second */
export function bareLoop(run: GatewayTexts): Promise<number> {
  const settings = settingsOf(run);
  const { texts, from, toOf, bodyOf } = run;
  const socket = connect(settings.port, settings.host).setNoDelay(true);
  const frames = createFrames();
  let [sent, taken, receipts] = [0, 0, 0];
  const began = performance.now();
  const submit = () => {
    sent += 1;
    const [part] = partsOf(bodyOf(sent), 0, settings);
    if (!part) throw new Error('no part');
    const body = encodeMessage({
      ...{ ...part, serviceType: '', registeredDelivery: 1, tlvs: new Map() },
      source: addressOf(from, 'international'),
      destination: addressOf(toOf(sent), 'international'),
    });
    socket.write(encodePdu({ command: command.submitSm, sequence: sent, body }));
  };
  socket.write(
    encodePdu({ command: command.bindTransceiver, sequence: 1, body: encodeBind(settings) }),
  );
  return new Promise((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      for (const pdu of frames.push(bytes).pdus) {
        if (pdu.command === 0x80000009) for (let n = 0; n < settings.window; n += 1) submit();
        if (pdu.command === 0x80000004) {
          taken += 1;
          if (sent < texts) submit();
        }
        if (pdu.command === command.deliverSm) {
          receipts += 1;
          const nack = { command: 0x80000005, sequence: pdu.sequence, body: Buffer.alloc(1) };
          socket.write(encodePdu(nack));
        }
      }
      if (taken < texts || receipts < texts) return;
      socket.destroy();
      resolve(texts / ((performance.now() - began) / 1_000));
    });
  });
}

/** As the engine does it: batches of 500, and a poll every 20 ms. */
export async function carrierLoop(run: GatewayTexts): Promise<number> {
  const { texts, from, toOf, bodyOf } = run;
  const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-bench-smpp-'));
  const log = { info() {}, warn() {}, error() {} };
  const names = { name: 'bench', engineName: 'bench' };
  const around = { ...names, log, dataFolder, clock: { now: () => simMs(Date.now()) } };
  const route = openSmpp(settingsOf(run), { ...around, randomOf: seededRandom });
  while (!route.text.connected()) await new Promise((resolve) => setTimeout(resolve, 1));
  let receipts = 0;
  const poll = () => {
    const events = route.text.events();
    receipts += events.length;
    route.text.acknowledge(events);
  };
  const polling = setInterval(poll, 20);
  const began = performance.now();
  const left = Array.from({ length: texts }, (_, n) => n);
  const until = simMs(Number.POSITIVE_INFINITY);
  while (left.length > 0) {
    const some = left.splice(0, 500);
    const submissions = await route.text.submit(
      some.map((n) => ({ textId: `1-1-${n}`, from, to: toOf(n), body: bodyOf(n), until })),
    );
    const again = some.filter((_, index) => submissions[index]?.kind !== 'accepted');
    left.unshift(...again);
  }
  while (receipts < texts) await new Promise((resolve) => setTimeout(resolve, 5));
  const rate = texts / ((performance.now() - began) / 1_000);
  clearInterval(polling);
  await route.close();
  rmSync(dataFolder, { recursive: true, force: true });
  return rate;
}
