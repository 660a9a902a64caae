/**
 * Kannel (bearerbox and smsbox of the Debian package `kannel`) as the other side of bench/smpp.ts: it is
 * fed by kept-alive HTTP requests, keeps its texts in a file and its receipts in memory, and tells each
 * receipt to an HTTP listener.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface GatewayTexts {
  texts: number;
  from: string;
  toOf(n: number): string;
  bodyOf(n: number): string;
  window: number;
  smscPort: number;
}

export interface GatewayRun {
  /** From the first text to the last receipt that came. */
  seconds: number;
  /** Texts without a receipt. */
  untold: number;
}

/** HTTP requests at a time, as applications that feed Kannel send them. */
const atOnce = 30;
/** Without a receipt for so long, no further one is expected. */
const patience = 20_000;

export const isKannelInstalled = () =>
  ['bearerbox', 'smsbox'].every((program) => spawnSync('which', [program]).status === 0);

export async function kannelRun(run: GatewayTexts): Promise<GatewayRun> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-kannel-'));
  const told = new Set<string>();
  let last = performance.now();
  const listener = createServer((asked, response) => {
    told.add(asked.url ?? '');
    last = performance.now();
    response.end();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const ports = { admin: 0, box: 0, send: 0 };
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await freePort();
  const file = join(folder, 'kannel.conf');
  writeFileSync(file, configuration(run, ports, folder));
  const boxes: ChildProcess[] = [];
  const start = async (program: string, port: number) => {
    boxes.push(spawn(program, ['-v', '3', file], { stdio: 'ignore' }));
    while (!(await reaches(port))) await sleep(50);
  };
  await start('bearerbox', ports.admin);
  await start('smsbox', ports.send);
  while (!(await isOnline(ports.admin))) await sleep(50);

  const began = performance.now();
  const { port } = listener.address() as AddressInfo;
  await feed(run, ports.send, `http://127.0.0.1:${port}/receipt`);
  last = performance.now();
  while (told.size < run.texts && performance.now() - last < patience) await sleep(5);
  const seconds = (last - began) / 1_000;
  for (const box of boxes) box.kill('SIGKILL');
  listener.closeAllConnections();
  listener.close();
  rmSync(folder, { recursive: true, force: true });
  return { seconds, untold: run.texts - told.size };
}

/** Kannel confirms each text when it has stored it. */
async function feed({ texts, from, toOf, bodyOf }: GatewayTexts, port: number, listener: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let sent = 0;
  const worker = async () => {
    while (sent < texts) {
      const n = sent++;
      const query = new URLSearchParams({
        ...{ username: 'tester', password: 'secret', from, to: toOf(n), text: bodyOf(n) },
        ...{ 'dlr-mask': '3', 'dlr-url': `${listener}/${n}` },
      });
      const [response] = await once(
        request({ agent, host: '127.0.0.1', port, path: `/cgi-bin/sendsms?${query}` }).end(),
        'response',
      );
      response.resume();
      await once(response, 'end');
      if (response.statusCode !== 202) throw new Error(`Kannel returned ${response.statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  agent.destroy();
}

async function isOnline(admin: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${admin}/status.txt?password=secret`);
  return /\(online/.test(await response.text());
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function reaches(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

function configuration(
  { smscPort, window }: GatewayTexts,
  ports: { admin: number; box: number; send: number },
  folder: string,
): string {
  return `group = core
admin-port = ${ports.admin}
admin-password = secret
smsbox-port = ${ports.box}
box-allow-ip = 127.0.0.1
store-type = file
store-location = "${folder}/store"
dlr-storage = internal
log-file = "${folder}/bearerbox.log"
log-level = 3

group = smsc
smsc = smpp
host = 127.0.0.1
port = ${smscPort}
transceiver-mode = true
smsc-username = bench
smsc-password = bench
system-type = ""
max-pending-submits = ${window}
reconnect-delay = 1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.send}
log-file = "${folder}/smsbox.log"
log-level = 3

group = sendsms-user
username = tester
password = secret
max-messages = 5
`;
}
