/** Sends mail through the operator's server (decision 070). */
import { createTransport } from 'nodemailer';

export interface MailSettings {
  /** `smtps://user:password@host:465`, or `smtp://`, which becomes TLS by STARTTLS. */
  url: string;
  from: string;
  /** False only where the password and the mail may cross the network in clear. */
  needsTls: boolean;
}

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
}

export interface MailServer {
  send(mail: Mail): Promise<void>;
  /** Connects and logs in. Throws what the server says against it. */
  check(): Promise<void>;
}

/** Milliseconds: a dead server must not hold a queue for minutes. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function mailServer({ url, from, needsTls }: MailSettings): MailServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: needsTls,
    // A server within the house often offers STARTTLS with a certificate that nobody can verify.
    ignoreTLS: !secure && !needsTls,
    ...(username && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // Nothing in a mail makes the server read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...patience,
  });
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail });
    },
    async check() {
      await transport.verify();
    },
  };
}
