/**
 * Any server with the speech operation of the OpenAI API (`POST /v1/audio/speech`), as servers of Kokoro
 * and Piper offer it, too.
 */
import { z } from 'zod';
import { addressFault } from '#service-request.ts';
import type { EngineSettings, SpeechKind } from '../kind.ts';
import { type ServerSettings, speechServer } from './speech-server.ts';

const settings = z.object({
  address: z
    .url({ protocol: /^https?$/, error: 'The address must begin with http:// or https://.' })
    .describe('Where the server is, such as http://127.0.0.1:8880. /v1/audio/speech is added'),
  // A setting that can only be "yes" is a switch of the command line.
  private: z
    .literal('yes')
    .optional()
    .describe('It is on this machine or in a private network, where http:// will do.'),
  key: z.string().default('').describe('Key of the server, where it asks for one'),
  model: z.string().min(1).default('tts-1').describe('Model that the server is asked for'),
  format: z
    .enum(['wav', 'mp3', 'pcm'])
    .default('wav')
    .describe('Sound that the server is asked for; pcm is 16 bits at 24,000 Hz'),
});

function parsed(engine: EngineSettings): ServerSettings {
  const { private: inside, ...others } = settings.parse(engine.settings);
  return { ...others, private: inside === 'yes' };
}

export const openaiKind: SpeechKind = {
  settings,
  secrets: ['key'],
  sendsTo: (engine) => new URL(parsed(engine).address).host,
  async check(engine) {
    const { address, private: inside } = parsed(engine);
    const fault = addressFault(address, inside);
    if (fault !== undefined) throw new Error(`--address: ${fault}`);
  },
  open: (engine, tools) => speechServer(engine.name, parsed(engine), tools),
  atOnce: 4,
};
