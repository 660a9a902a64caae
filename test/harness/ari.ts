/** A small Asterisk that speaks ARI over its WebSocket: channels, bridges and variables, no sound. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  body: { variables?: Record<string, string>; media?: string };
}

export interface SmallAri {
  url: string;
  /** Oldest first. */
  asked: Asked[];
  /** By channel id: its variables. */
  channels: Map<string, Record<string, string>>;
  bridges: Map<string, { id: string; name: string; channels: string[] }>;
  /** The called telephone answers: the channel enters the app. */
  answer(channelId: string, as: 'agent' | 'customer'): void;
  press(channelId: string, digit: string): void;
  /** The far side hangs up; `silently`: nobody is told, as if the event were late. */
  leave(channelId: string, silently?: 'silently'): void;
  /** Ends every connection. */
  cut(): void;
  close(): void;
}

export async function smallAri(): Promise<SmallAri> {
  const asked: Asked[] = [];
  const channels: SmallAri['channels'] = new Map();
  const bridges: SmallAri['bridges'] = new Map();
  const http = createServer((_, response) => response.end('{}'));
  const server = new WebSocketServer({ server: http });
  const emit = (event: object) => {
    for (const socket of server.clients) socket.send(JSON.stringify(event));
  };
  const ended = (id: string) => emit({ type: 'ChannelDestroyed', channel: { id }, cause: 16 });

  function ofChannel(method: string, id: string, rest: string, request: Asked): Response {
    const variables = channels.get(id);
    if (!variables) return { status: 404 };
    const { variable = '', value } = request.query;
    if (rest === 'variable' && method === 'GET')
      return { status: 200, body: { value: variables[variable] ?? '' } };
    if (rest === 'variable' && value !== undefined) variables[variable] = value;
    if (rest === '' && method === 'DELETE') {
      channels.delete(id);
      ended(id);
    }
    return { status: 200, body: { id } };
  }

  function ofBridge(method: string, id: string, rest: string, { query }: Asked): Response {
    const bridge = bridges.get(id);
    if (method === 'POST' && rest === '') {
      bridges.set(id, { id, name: query.name ?? '', channels: [] });
      return { status: 200 };
    }
    if (!bridge) return { status: 404 };
    if (method === 'DELETE') bridges.delete(id);
    if (rest === 'addChannel') {
      const wanted = (query.channel ?? '').split(',');
      if (wanted.some((one) => !channels.has(one))) return { status: 400 };
      bridge.channels.push(...wanted);
    }
    return { status: 200, body: bridge };
  }

  function respond(request: Asked): Response {
    const { method, path, query, body } = request;
    const [noun, id, ...rest] = path.split('/').map(decodeURIComponent);
    if (noun === 'channels' && id === undefined) {
      if (method === 'GET')
        return { status: 200, body: [...channels.keys()].map((one) => ({ id: one })) };
      channels.set(query.channelId ?? '', { ...body.variables });
      return { status: 200 };
    }
    if (noun === 'bridges' && id === undefined) return { status: 200, body: [...bridges.values()] };
    if (noun === 'channels' && id) return ofChannel(method, id, rest.join('/'), request);
    if (noun === 'bridges' && id) return ofBridge(method, id, rest.join('/'), request);
    return { status: 200, body: {} };
  }

  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const {
        request_id,
        method,
        uri,
        query_strings = [],
        message_body,
      } = JSON.parse(String(data));
      const query = Object.fromEntries(
        query_strings.map(({ name, value }: Record<string, string>) => [name, value]),
      );
      const request = { method, path: uri, query, body: JSON.parse(message_body ?? '{}') };
      asked.push(request);
      const { status, body } = respond(request);
      socket.send(
        JSON.stringify({
          ...{ type: 'RESTResponse', request_id, status_code: status },
          ...(body !== undefined && { message_body: JSON.stringify(body) }),
        }),
      );
    }),
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const cut = () => {
    for (const socket of server.clients) socket.terminate();
  };
  return {
    ...{ url: `http://127.0.0.1:${port}`, asked, channels, bridges, cut },
    answer: (id, as) => emit({ type: 'StasisStart', channel: { id }, args: [as] }),
    press: (id, digit) => emit({ type: 'ChannelDtmfReceived', channel: { id }, digit }),
    leave(id, silently) {
      channels.delete(id);
      if (!silently) ended(id);
    },
    close() {
      cut();
      http.closeAllConnections();
      http.close();
    },
  };
}

interface Response {
  status: number;
  body?: unknown;
}
