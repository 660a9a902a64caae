/** What a sound file that had taken over its decoder would try; sends what it got. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dropRights } from '../../src/sandbox/drop-rights.ts';

const codeOf = (attempt: () => unknown): string => {
  try {
    attempt();
    return 'done';
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
};

dropRights();
/** Descriptor 3 names what to read, and a port to connect to. */
const { secret, port } = JSON.parse(readFileSync(3, 'utf8')) as { secret: string; port: number };
const network = await new Promise((resolve) => {
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve('done'));
  socket.once('error', (error) => resolve((error as NodeJS.ErrnoException).code));
});
process.send?.({
  read: codeOf(() => readFileSync(secret)),
  write: codeOf(() => writeFileSync(`${secret}.new`, '')),
  run: codeOf(() => execFileSync('/bin/true')),
  user: process.getuid?.(),
  network,
  environment: Object.keys(process.env).filter((name) => !name.startsWith('NODE_CHANNEL')),
});
process.disconnect();
