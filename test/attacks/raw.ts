/** Bytes on a socket of their own, as they are, and what came back. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { nothing, type Reply } from './verdict.ts';

/** Bytes, or a pause in milliseconds. */
export type Piece = string | Uint8Array | number;

/** Milliseconds without a byte after which none comes. */
const silence = 40_000;
/** Milliseconds for another response after a whole one, which an attack may hope for. */
const afterwards = 30;

/**
 * Sends the pieces one after the other. The status is that of the first response, or of one that
 * failed; 0 when the connection was closed without any.
 */
export async function exchanged(
  url: string,
  pieces: readonly Piece[],
): Promise<Reply | typeof nothing> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', noDelay: true });
  let received = '';
  let sentAll = false;
  let timer: NodeJS.Timeout | undefined;
  const end = Promise.withResolvers<void>();
  const waitFor = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(end.resolve, milliseconds);
  };
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    received += String(chunk);
    if (sentAll && isWhole(received)) waitFor(afterwards);
  });
  for (const name of ['close', 'error'] as const) socket.on(name, () => end.resolve());
  waitFor(silence);
  for (const piece of pieces) {
    if (typeof piece === 'number') await sleep(piece);
    else if (socket.writable) socket.write(typeof piece === 'string' ? latin(piece) : piece);
  }
  sentAll = true;
  if (isWhole(received)) waitFor(afterwards);
  await end.promise;
  clearTimeout(timer);
  const isOpen = !socket.destroyed && !socket.readableEnded;
  socket.destroy();
  return received === '' && isOpen ? nothing : replyOf(received);
}

const latin = (text: string) => Buffer.from(text, 'latin1');

/** Every response that came, by the line that each begins with. */
export const responsesIn = ({ head, text }: Reply): string[] =>
  `${head}\n${text}`.match(/HTTP\/1\.1 \d{3}/g) ?? [];

function replyOf(received: string): Reply {
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) =>
    Number(status),
  );
  const from = received.indexOf('\r\n\r\n');
  const head = from < 0 ? received : received.slice(0, from);
  return {
    status: statuses.find((status) => status >= 500) ?? statuses[0] ?? 0,
    head,
    type: /^content-type: (.*)$/im.exec(head)?.[1]?.trim() ?? '',
    text: from < 0 ? '' : received.slice(from + 4),
  };
}

/** Whether the last response has come to its end. */
function isWhole(received: string): boolean {
  const last = received.slice(received.lastIndexOf('HTTP/1.1 '));
  const from = last.indexOf('\r\n\r\n');
  if (from < 0) return false;
  const [head, body] = [last.slice(0, from), last.slice(from + 4)];
  const [, length] = /^content-length: (\d+)$/im.exec(head) ?? [];
  if (length !== undefined) return body.length >= Number(length);
  if (/^transfer-encoding: chunked/im.test(head)) return body.endsWith('0\r\n\r\n');
  return /^HTTP\/1\.1 (204|304)/.test(head);
}

/** A request as it travels. */
export function rawRequest(line: string, headers: readonly string[] = [], body = ''): string {
  const host = headers.some((header) => /^host/i.test(header)) ? [] : ['Host: carillon'];
  return `${[line, ...host, ...headers].join('\r\n')}\r\n\r\n${body}`;
}
