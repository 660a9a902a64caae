/** The sounds of the tests, spoken by Flite, and the server where Asterisk fetches them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FetchedSound } from '../../src/carriers/kind.ts';
import { encodeWav } from '../../src/domain/sound/wav.ts';
import { voices } from '../../src/domain/speech/voices.ts';
import { fliteSpeaker } from '../../src/speech/flite/flite.ts';

const said = {
  hello: 'Hello?',
  machine:
    'Hi, you have reached Bob and Alice. We cannot come to the phone right now. Please leave a message after the tone.',
  agent: 'Good afternoon, this is the service desk.',
  customer: 'I have got a question about my last letter.',
  dictation: 'This is the message that everybody is going to hear tomorrow.',
  toCustomer: 'This is an important message from your bank. Press one to talk to somebody.',
  toMachine: 'This is a message for your machine. Please call us back in the morning.',
  toAgent: 'A customer is waiting for you.',
  prompt: 'Thank you. You were taken off our list.',
} as const;
export type Said = keyof typeof said;
export type Spoken = Readonly<Record<Said, Int16Array>>;

/** Writes the sounds of the network's people to `folder`. */
export async function speak(folder: string): Promise<Spoken> {
  mkdirSync(folder, { recursive: true });
  const speaker = fliteSpeaker();
  const spoken: Partial<Record<Said, Int16Array>> = {};
  for (const [index, [name, text]] of Object.entries(said).entries()) {
    const voice = voices[index % voices.length];
    if (!voice) throw new Error('There are no voices.');
    const samples = await speaker.speak(text, voice);
    spoken[name as Said] = samples;
    writeFileSync(join(folder, `${name}.wav`), encodeWav(withBeep(name, samples)));
  }
  await speaker.close();
  return spoken as Spoken;
}

/** A machine's greeting ends with a beep. */
function withBeep(name: string, samples: Int16Array): Int16Array {
  if (name !== 'machine') return samples;
  const beep = Int16Array.from({ length: 3200 }, (_, index) =>
    Math.round(9000 * Math.sin((2 * Math.PI * 1000 * index) / 8000)),
  );
  const whole = new Int16Array(samples.length + 4000 + beep.length);
  whole.set(samples);
  whole.set(beep, samples.length + 4000);
  return whole;
}

/**
 * Asterisk writes the path of its own copy over the address. If the address is shorter, the path is
 * cut and "does not exist in any format". This makes addresses as long as signed ones.
 */
const token = 'signed'.padEnd(96, '-');

export interface SoundHost {
  urlOf(id: string, sound: FetchedSound): string;
  port: number;
  /** Paths that were requested. */
  asked: string[];
  close(): void;
}

/** @param wavOf the sound of a message id, or of every prompt */
export async function hostSounds(
  wavOf: (sound: { message: number } | 'prompt') => Int16Array,
): Promise<SoundHost> {
  const asked: string[] = [];
  const files = new WeakMap<Int16Array, Uint8Array>();
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const [, message] = /\/message-(\d+)\//.exec(request.url ?? '') ?? [];
    response.setHeader('content-type', 'audio/wav');
    const samples = wavOf(message ? { message: Number(message) } : 'prompt');
    const wav = files.get(samples) ?? encodeWav(samples);
    files.set(samples, wav);
    response.end(wav);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, port, urlOf: soundUrls(port), close: () => void server.close() };
}

/** Addresses on a host at this port, which may be in another process. */
export function soundUrls(port: number): (id: string, sound: FetchedSound) => string {
  return (id, sound) => {
    const what = sound.kind === 'message' ? `message-${sound.voiceMessageId}` : 'prompt';
    return `http://127.0.0.1:${port}/${what}/${token}/${id}.wav`;
  };
}
