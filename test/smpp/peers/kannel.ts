/** Kannel, a widely used gateway, as a client of our test SMSC; from Debian's packages. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackDebian } from '../../../scripts/debian-unpack.ts';
import { until } from '../../harness/until.ts';
import { temporary } from '../open-route.ts';

export interface Kannel {
  /** As its users do: returns what Kannel said. */
  send(text: Record<string, string>): Promise<string>;
  end(): void;
}

export interface KannelPorts {
  smsc: number;
  admin: number;
  box: number;
  send: number;
  /** Where Kannel reports inbound texts and receipts. */
  listener: number;
}

const libraries = 'x86_64-linux-gnu';

/** @throws NoPackages when it is not available on this machine */
export async function startKannel(ports: KannelPorts): Promise<Kannel> {
  const root = await unpackDebian({ packages: ['kannel'], suite: 'bookworm' });
  const folder = temporary();
  const file = join(folder, 'kannel.conf');
  writeFileSync(file, configuration(ports, folder));
  const start = (program: string) =>
    spawn(
      join(root, 'lib', libraries, 'ld-linux-x86-64.so.2'),
      [
        '--library-path',
        [`lib/${libraries}`, `usr/lib/${libraries}`].map((one) => join(root, one)).join(':'),
        ...[join(root, 'usr/sbin', program), '-v', '3', file],
      ],
      { stdio: 'ignore' },
    );
  const boxes = [start('bearerbox')];
  await until(() => reaches(ports.admin));
  boxes.push(start('smsbox'));
  await until(() => reaches(ports.send));
  return {
    async send(text) {
      const query = new URLSearchParams({ username: 'tester', password: 'secret', ...text });
      const response = await fetch(`http://127.0.0.1:${ports.send}/cgi-bin/sendsms?${query}`);
      return response.text();
    },
    end() {
      for (const box of boxes) box.kill('SIGKILL');
    },
  };
}

/** Undefined while there is no response. */
async function reaches(port: number): Promise<true | undefined> {
  try {
    await fetch(`http://127.0.0.1:${port}/`);
    return true;
  } catch {
    return undefined;
  }
}

function configuration(ports: KannelPorts, folder: string): string {
  return `group = core
admin-port = ${ports.admin}
admin-password = secret
smsbox-port = ${ports.box}
box-allow-ip = 127.0.0.1
log-file = "${folder}/bearerbox.log"

group = smsc
smsc = smpp
host = 127.0.0.1
port = ${ports.smsc}
transceiver-mode = true
smsc-username = carillon
smsc-password = secret
system-type = ""

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.send}
log-file = "${folder}/smsbox.log"

group = sendsms-user
username = tester
password = secret
max-messages = 5
concatenation = true

group = sms-service
keyword = default
catch-all = true
max-messages = 0
get-url = "http://127.0.0.1:${ports.listener}/inbound?from=%p&text=%a"
`;
}
