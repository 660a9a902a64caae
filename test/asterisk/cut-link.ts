/** A connection to ARI that can be cut as by the network: Asterisk itself goes on. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface CutLink {
  url: string;
  /** From now on nothing gets through. */
  cut(): void;
  mend(): void;
  close(): void;
}

export async function cutLinkTo(url: string): Promise<CutLink> {
  const port = Number(new URL(url).port);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
