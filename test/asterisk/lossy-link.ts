/** A connection to ARI that loses single requests, or falls silent without being closed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

export interface AskedOfAri {
  method: string;
  uri: string;
}

export interface LossyLink {
  url: string;
  /** Requests that never arrive, until it is called again. */
  lose(which: (asked: AskedOfAri) => boolean): void;
  /** How many were lost. */
  lost(): number;
  /** Nothing comes through any more and nobody is told; new connections wait. */
  freeze(): void;
  /** New connections come through. */
  thaw(): void;
  close(): void;
}

export async function lossyLinkTo(url: string): Promise<LossyLink> {
  let isLost: (asked: AskedOfAri) => boolean = () => false;
  let frozen = false;
  let lost = 0;
  const open = new Set<WebSocket>();
  const http = createServer(async (request, response) => {
    const { authorization = '' } = request.headers;
    const answer = await fetch(new URL(request.url ?? '', url), { headers: { authorization } });
    response.writeHead(answer.status).end(await answer.text());
  });
  const server = new WebSocketServer({ noServer: true, autoPong: false });
  http.on('upgrade', (request, socket, head) => {
    if (frozen) return void socket.destroy();
    const { authorization = '' } = request.headers;
    const far = new WebSocket(new URL(request.url ?? '', url.replace('http', 'ws')), {
      headers: { authorization },
    });
    far.once('error', () => socket.destroy());
    far.once('open', () => server.handleUpgrade(request, socket, head, (near) => join(near, far)));
  });

  /** Each carries on what the other one tells; what is frozen once stays so. */
  function join(near: WebSocket, far: WebSocket): void {
    let silent = false;
    const passes = () => {
      silent ||= frozen;
      return !silent;
    };
    open.add(near).add(far);
    near.on('message', (data) => {
      if (!passes()) return;
      if (isLost(JSON.parse(String(data)))) lost += 1;
      else far.send(String(data));
    });
    far.on('message', (data) => {
      if (passes()) near.send(String(data));
    });
    near.on('ping', () => {
      if (passes()) near.pong();
    });
    near.on('close', () => {
      if (passes()) far.terminate();
    });
    far.on('close', () => near.terminate());
  }

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    lose(which) {
      isLost = which;
    },
    lost: () => lost,
    freeze() {
      frozen = true;
    },
    thaw() {
      frozen = false;
    },
    close() {
      for (const socket of open) socket.terminate();
      http.close();
    },
  };
}
