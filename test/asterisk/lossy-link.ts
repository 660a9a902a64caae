/** A connection to ARI that drops single requests, or falls silent without closing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

export interface AriRequest {
  method: string;
  uri: string;
}

export interface LossyLink {
  url: string;
  /** Drops the requests that match, until it is called again. */
  lose(which: (request: AriRequest) => boolean): void;
  /** Number of requests dropped. */
  lost(): number;
  /** Silently stops all traffic; new connections fail. */
  freeze(): void;
  /** Lets new connections through. */
  thaw(): void;
  close(): void;
}

export async function lossyLinkTo(url: string): Promise<LossyLink> {
  let isLost: (request: AriRequest) => boolean = () => false;
  let frozen = false;
  let lost = 0;
  const open = new Set<WebSocket>();
  const http = createServer(async (request, response) => {
    const { authorization = '' } = request.headers;
    const fetched = await fetch(new URL(request.url ?? '', url), { headers: { authorization } });
    response.writeHead(fetched.status).end(await fetched.text());
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

  /** Passes messages both ways; a frozen pair stays frozen. */
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
