/**
 * A small service that speaks the scrub protocol (docs/scrub-protocol.md) and makes its answers up: for
 * tests, and for whoever writes a service or wants to try `carillon scrub` without one.
 *
 *   node scripts/dev/scrub-double.ts --port=18190 --key=secret [--fault=hang]
 *
 * The last digit of a number decides: 1 reassigned, 2 a litigator, 3 a landline, 4 VoIP, 5 unknown,
 * 6 left out of the response; all others are good mobile numbers.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

/** Ways in which a service fails; `none` is how it should be. */
const faults = [
  ...(['none', 'hang', 'drop', 'cut', 'late', 'busy', 'down', 'refuse', 'moved'] as const),
  ...(['no_json', 'wrong_shape', 'foreign', 'twice', 'large'] as const),
] as const;
type ScrubFault = (typeof faults)[number];

interface AskedNumber {
  number: string;
  consentDate?: string;
}

export interface ScrubRequest {
  version: number;
  questions: string[];
  numbers: AskedNumber[];
}

export interface ScrubDouble {
  /** "http://127.0.0.1:41234/v1/check" */
  url: string;
  key: string;
  /** May be changed at any time. */
  fault: ScrubFault;
  /** What it was asked with the right key, in order. */
  requests: ScrubRequest[];
  /** Instead of what the last digit says; undefined: that. */
  answers: ((number: AskedNumber) => Record<string, string> | null) | undefined;
  close(): Promise<void>;
}

const lateBy = 400;

export async function startScrubDouble({
  port = 0,
  key = 'a key of this test',
} = {}): Promise<ScrubDouble> {
  const server = createServer((request, response) => void respond(double, request, response));
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const double: ScrubDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/check`,
    ...{ key, fault: 'none', requests: [], answers: undefined },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return double;
}

async function respond(
  double: ScrubDouble,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await readRequest(request);
  if (request.headers.authorization !== `Bearer ${double.key}`) return send(response, 401, {});
  if (request.method !== 'POST' || asked === undefined) return send(response, 400, {});
  double.requests.push(asked);
  const answers = asked.numbers.flatMap((one) => answerTo(double, one) ?? []);
  switch (double.fault) {
    case 'hang':
      return undefined;
    case 'drop':
      request.socket.destroy();
      return undefined;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5_000 });
      response.write('{"version": 1, "answers": [');
      setTimeout(() => request.socket.destroy(), 20);
      return undefined;
    case 'late':
      await new Promise((resolve) => setTimeout(resolve, lateBy));
      return send(response, 200, { version: 1, answers });
    case 'busy':
      response.setHeader('retry-after', '120');
      return send(response, 429, {});
    case 'down':
      return send(response, 500, {});
    case 'refuse':
      return send(response, 403, {});
    case 'moved':
      response.setHeader('location', '/v1/elsewhere');
      return send(response, 307, {});
    case 'no_json':
      response.end('<html>Welcome</html>');
      return undefined;
    case 'wrong_shape':
      return send(response, 200, {
        version: 1,
        answers: [{ number: '+12025550100', line: 'satellite' }],
      });
    case 'foreign':
      return send(response, 200, {
        version: 1,
        answers: [...answers, { number: '+12025550999', litigator: 'yes' }],
      });
    case 'twice':
      return send(response, 200, { version: 1, answers: [...answers, ...answers] });
    case 'large':
      response.end(`{"version": 1, "answers": [${' '.repeat(8_000_000)}]}`);
      return undefined;
    default:
      return send(response, 200, { version: 1, answers });
  }
}

async function readRequest(request: IncomingMessage): Promise<ScrubRequest | undefined> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as ScrubRequest;
  } catch {
    return undefined;
  }
}

function answerTo({ answers }: ScrubDouble, one: AskedNumber) {
  const given = answers ? answers(one) : byLastDigit(one.number);
  return given && { number: one.number, ...given };
}

const good = { reassigned: 'no', litigator: 'no', line: 'mobile' };

function byLastDigit(number: string): Record<string, string> | null {
  switch (number.at(-1)) {
    case '1':
      return { ...good, reassigned: 'yes' };
    case '2':
      return { ...good, litigator: 'yes' };
    case '3':
      return { ...good, line: 'landline' };
    case '4':
      return { ...good, line: 'voip' };
    case '5':
      return { reassigned: 'unknown', litigator: 'no', line: 'unknown' };
    case '6':
      return null;
    default:
      return good;
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { port: { type: 'string' }, key: { type: 'string' }, fault: { type: 'string' } },
  });
  const double = await startScrubDouble({
    port: Number(values.port ?? 18_190),
    key: values.key ?? 'secret',
  });
  const fault = faults.find((one) => one === (values.fault ?? 'none'));
  if (fault === undefined) throw new Error(`--fault must be one of ${faults.join(', ')}.`);
  double.fault = fault;
  process.stdout.write(`Answers at ${double.url} to the key "${double.key}". Ctrl-C ends it.\n`);
}
