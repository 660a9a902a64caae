/** A server by its name in a private network, such as a compose file gives it: plain http, and only there. */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AwayError } from '../../src/domain/speech/speaker.ts';
import { postToService } from '../../src/service-request.ts';
import { soundFileReader } from '../../src/sound-files/sound-files.ts';
import { openaiKind } from '../../src/speech/openai/kind.ts';
import { startSpeechServer } from '../harness/speech-server.ts';

const server = await startSpeechServer();
const address = server.url.replace('127.0.0.1', 'kokoro');
const engine = {
  ...{ engineId: 1, kind: 'openai', name: 'kokoro', version: 1 },
  settings: { address, private: 'yes', model: 'kokoro', format: 'wav' },
} as unknown as Parameters<typeof openaiKind.open>[0];
const voice = { id: 101, engineName: 'af_bella', name: 'Bella' };

let leadsTo: string[] = [];
// The resolver of the system, which no test can set up, answers for the name.
beforeEach(() => {
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _host: string,
    _options: object,
    done: (error: null, found: object[]) => void,
  ) => {
    done(
      null,
      leadsTo.map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
    );
  }) as never);
  syncBuiltinESMExports();
  server.asked.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

function speak() {
  const speaker = openaiKind.open(engine, { soundFiles: soundFileReader() });
  return speaker.speak('Hello there.', voice, { clientId: 1 });
}

test('a name that leads to this machine is asked by plain http', async () => {
  leadsTo = ['127.0.0.1'];
  await openaiKind.check(engine);
  expect((await speak()).length).toBeGreaterThan(4_000);
  expect(server.asked).toHaveLength(1);
});

test.each([
  [['93.184.216.34']],
  // One of several is enough: the connection may take any.
  [['127.0.0.1', '93.184.216.34']],
  // Where clouds tell machines their secrets.
  [['169.254.169.254']],
  [['2606:2800:220:1::1']],
])('a name that leads to %s gets no text, also if it led inside before', async (outside) => {
  leadsTo = ['127.0.0.1'];
  await speak();
  leadsTo = outside;
  const refused = await speak().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AwayError);
  expect(String((refused as AwayError).cause)).toContain('https:// only');
  expect(server.asked).toHaveLength(1);
});

test('a service of any kind is never asked by plain http outside, in figures neither', async () => {
  const given = { body: '{}', headers: {}, private: true, within: 1_000, most: 1_000 };
  await expect(postToService({ ...given, url: 'http://93.184.216.34/' })).rejects.toMatchObject({
    code: 'public_address',
  });
});
