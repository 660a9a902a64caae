import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll } from 'vitest';
import { until } from './until.ts';

export interface TestMailServer {
  /** "smtp://127.0.0.1:41234" */
  url: string;
  /** What arrived so far, as it was sent. */
  mails: { to: string[]; text: string }[];
  /** The link in the next mail to this address, which is waited for and taken out. */
  linkTo(address: string): Promise<string>;
}

/** A real SMTP server for a test file. */
export async function testMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const mails: TestMailServer['mails'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: plain(Buffer.concat(parts).toString()) });
        done();
      });
    },
    ...options,
  });
  // Such as a client that does not trust the certificate, and leaves.
  server.on('error', () => undefined);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  afterAll(() => new Promise<void>((closed) => server.close(() => closed())));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async linkTo(address) {
      const mail = await until(() => {
        const at = mails.findIndex(({ to }) => to.includes(address));
        return at < 0 ? undefined : mails.splice(at, 1)[0];
      });
      return /https?:\/\/\S+#[\w-]{43}/.exec(mail.text)?.[0] ?? '';
    },
  };
}

/** Without the soft line breaks of quoted-printable. */
function plain(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
