/**
 * Calls over a real Asterisk with the files of deploy/asterisk, to a second one as the network; both
 * and the carrier share this machine.
 *
 *   node bench/asterisk.ts detection    persons and machines, each phrase in every voice
 *   node bench/asterisk.ts load [calls a second] [calls at once]
 *   node bench/asterisk.ts keys         from the key's end to the call of an agent
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { asteriskKind } from '../src/carriers/asterisk/kind.ts';
import type { VoiceCarrier } from '../src/carriers/port.ts';
import { simMs } from '../src/domain/milliseconds.ts';
import { seededRandom } from '../src/domain/random.ts';
import { encodeWav } from '../src/domain/sound/wav.ts';
import { voices } from '../src/domain/speech/voices.ts';
import { fliteSpeaker } from '../src/speech/flite/flite.ts';
import { asteriskPrefix } from '../test/asterisk/prefix.ts';
import {
  ari,
  freeUdpPort,
  type Network,
  type Node,
  startNetwork,
  startNode,
} from '../test/asterisk/site.ts';
import { hostSounds, speak } from '../test/asterisk/sounds.ts';
import { follow, message, place } from './asterisk-calls.ts';
import { load } from './asterisk-load.ts';
import { machines, persons } from './asterisk-samples.ts';

const [what = 'detection', ...rest] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-asterisk-'));
const sounds = join(folder, 'sounds');
const spoken = await speak(sounds);
const samples = what === 'detection' ? await speakSamples() : [];
const prefix = await asteriskPrefix();
if ('missing' in prefix) throw new Error(prefix.missing);
const [sipPort, networkPort] = [await freeUdpPort(), await freeUdpPort()];
const network = await startNetwork({
  ...{ prefix: prefix.path, folder: join(folder, 'network'), sounds },
  ...{ sipPort: networkPort, platformPort: sipPort },
});
const node = await startNode(prefix.path, join(folder, 'node'), { sipPort, networkPort });
// Made once: what Carillon itself takes for a sound is measured in bench/call-sound.ts.
const played = long(spoken.toCustomer, 20);
const host = await hostSounds(() => played);
const [perSecond, atOnce] = [Number(rest[0] ?? 50), Number(rest[1] ?? 400)];
const carrier = open(node);
while (!carrier.connected()) await sleep(20);
try {
  if (what === 'detection') await detection(carrier);
  else if (what === 'load') await load(carrier, node, { perSecond, atOnce });
  else await keys(carrier, network);
} finally {
  await node.kill();
  await network.kill();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

interface Sample {
  text: string;
  machine: boolean;
}

async function speakSamples(): Promise<Sample[]> {
  mkdirSync(sounds, { recursive: true });
  const speaker = fliteSpeaker();
  const made: Sample[] = [];
  const all = [
    ...persons.map((text) => ({ text, machine: false })),
    ...machines.map((text) => ({ text, machine: true })),
  ];
  for (const sample of all) {
    for (const voice of voices) {
      const name = `sample-${String(made.length).padStart(4, '0')}.wav`;
      writeFileSync(join(sounds, name), encodeWav(await speaker.speak(sample.text, voice)));
      made.push(sample);
    }
  }
  await speaker.close();
  return made;
}

function open({ url }: Node): VoiceCarrier {
  const settings = asteriskKind.settings.parse({
    ...{ nodes: url, user: ari.user, password: ari.password },
    ...{ setupsPerSecond: '500', callsAtOnce: '5000' },
  });
  const { voice } = asteriskKind.open(settings, {
    ...{ name: 'bench', engineName: 'carillon-bench', dataFolder: folder },
    clock: { now: () => simMs(Date.now()) },
    log: pino({ level: 'warn' }),
    randomOf: (name) => seededRandom(name),
    soundUrl: host.urlOf,
    callbackUrl: () => '',
    callbacks: { take: async () => [], find: async () => [], done: async () => {} },
  });
  if (!voice) throw new Error('It carries no voice.');
  return voice;
}

async function detection(voice: VoiceCarrier): Promise<void> {
  const verdicts = new Map<string, string>();
  let ended = 0;
  let placed = 0;
  const placing = (async () => {
    for (const index of samples.keys()) {
      while (placed - ended >= 8) await sleep(20);
      placed += 1;
      await place(voice, `d-${index}`, `1212301${String(index).padStart(4, '0')}`);
    }
  })();
  const over = () => ended === samples.length;
  await follow(voice, over, (event) => {
    if (event.kind === 'answered') {
      verdicts.set(event.attemptId, event.by);
      voice.hangUp(event.attemptId, simMs(0));
    }
    if (event.kind === 'ended') ended += 1;
  });
  await placing;
  for (const machine of [false, true]) {
    const own = [...samples.entries()].filter(([, sample]) => sample.machine === machine);
    const expected = machine ? 'machine' : 'person';
    const missed = own.filter(([index]) => verdicts.get(`d-${index}`) !== expected);
    const right = own.length - missed.length;
    const share = ((100 * right) / own.length).toFixed(1);
    console.log(`${expected}s: ${right} of ${own.length} right (${share} %)`);
    const texts = new Set(missed.map(([, { text }]) => text));
    for (const text of texts) {
      const times = missed.filter(([, sample]) => sample.text === text).length;
      console.log(`  missed ${times} of ${voices.length}: ${text}`);
    }
  }
}

async function keys(voice: VoiceCarrier, world: Network): Promise<void> {
  const many = 20;
  let ended = 0;
  const numbers = Array.from(
    { length: many },
    (_, line) => `1212202${String(line).padStart(4, '0')}`,
  );
  for (const [index, to] of numbers.entries()) await place(voice, `k-${index}`, to);
  const delays: number[] = [];
  const agentOf = (id: string) => `1212221${id.slice(2).padStart(4, '0')}`;
  await follow(
    voice,
    () => ended === many,
    (event) => {
      const { attemptId: id } = event;
      const callerId = { kind: 'default' } as const;
      if (event.kind === 'answered') voice.play(id, message, simMs(0));
      if (event.kind === 'key') {
        delays.push(
          event.at - (world.keys().get(numbers[Number(id.slice(2))] ?? '') ?? Number.NaN),
        );
        voice.dialAgent(id, { to: agentOf(id), callerId, answerWithin: simMs(5_000) }, simMs(0));
      }
      if (event.kind === 'agent_ended') voice.hangUp(id, simMs(0));
      if (event.kind === 'ended') ended += 1;
    },
  );
  const pressed = world.keys();
  const called = new Map(world.calls().map((call) => [call.to, call.at]));
  // The network notes a key before it presses it, for 100 ms.
  const took = numbers.map(
    (to, index) => (called.get(agentOf(`k-${index}`)) ?? Number.NaN) - (pressed.get(to) ?? 0) - 100,
  );
  const line = (all: number[]) => {
    const sorted = all.toSorted((one, other) => one - other);
    return `p50 ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms`;
  };
  console.log(`from the key's end until it is reported: ${line(delays.map((ms) => ms - 100))}`);
  console.log(`from the key's end until the agent's call is at the network: ${line(took)}`);
}

/** The same sound again and again, for N seconds. */
function long(sound: Int16Array, seconds: number): Int16Array {
  return Int16Array.from({ length: seconds * 8000 }, (_, at) => sound[at % sound.length] ?? 0);
}
