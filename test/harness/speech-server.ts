/** A small real server with the speech operation of the OpenAI API. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { encodeWav } from '../../src/domain/sound/wav.ts';

export interface Asked {
  path: string | undefined;
  key: string | undefined;
  body: { model?: string; input?: string; voice?: string; response_format?: string };
}

type Answer = (response: ServerResponse, asked: Asked) => void;

export interface SpeechServer {
  url: string;
  asked: Asked[];
  /** How it answers from now on. */
  answer: Answer;
}

/** A tone, as long as the text is: 50 ms for each character, at 8 kHz. */
export function toneOf(text: string): Int16Array<ArrayBuffer> {
  const samples = Int16Array.from(
    { length: text.length * 400 },
    (_, at) => 9_000 * Math.sin(at / 3),
  );
  return samples;
}

export const asWav: Answer = (response, { body }) => {
  response.writeHead(200, { 'content-type': 'audio/wav' });
  response.end(encodeWav(toneOf(body.input ?? '')));
};

/** Listens until the test file is over. Call it at the top, or in beforeAll. */
export async function startSpeechServer(): Promise<SpeechServer> {
  const made: SpeechServer = { url: '', asked: [], answer: asWav };
  const server = createServer(async (request, response) => {
    const asked = await read(request);
    made.asked.push(asked);
    made.answer(response, asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  made.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return made;
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Asked['body'];
  return { path: request.url, key: request.headers.authorization, body };
}
