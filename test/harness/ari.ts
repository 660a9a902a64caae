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
  /** By channel id: those without RTP. */
  deaf: Set<string>;
  bridges: Map<string, { id: string; name: string; channels: string[] }>;
  /** The called telephone answers: the channel enters the app. */
  answer(channelId: string, as: 'agent' | 'customer'): void;
  /** The far side presses a key. */
  press(channelId: string, digit: string): void;
  /** The far side hangs up; `silently`: nobody is told, as if the event were late. */
  leave(channelId: string, silently?: 'silently'): void;
  /** Ends every connection. */
  cut(): void;
  close(): void;
}

interface Response {
  status: number;
  body?: unknown;
}

/** What there is in this Asterisk, and its responses. */
class Lines {
  readonly channels: SmallAri['channels'] = new Map();
  readonly deaf: SmallAri['deaf'] = new Set();
  readonly bridges: SmallAri['bridges'] = new Map();
  readonly #ended: (channelId: string) => void;

  constructor(ended: (channelId: string) => void) {
    this.#ended = ended;
  }

  respond(request: Asked): Response {
    const [noun, id, ...rest] = request.path.split('/').map(decodeURIComponent);
    if (noun === 'channels') {
      if (id) return this.#ofChannel(id, rest.join('/'), request);
      return this.#ofChannels(request);
    }
    if (noun !== 'bridges') return { status: 200, body: {} };
    if (id) return this.#ofBridge(id, rest.join('/'), request);
    return { status: 200, body: [...this.bridges.values()] };
  }

  #ofChannels({ method, query, body }: Asked): Response {
    if (method === 'GET') {
      return { status: 200, body: [...this.channels.keys()].map((id) => ({ id })) };
    }
    this.channels.set(query.channelId ?? '', { ...body.variables });
    return { status: 200 };
  }

  #ofChannel(id: string, rest: string, { method, query }: Asked): Response {
    const variables = this.channels.get(id);
    if (!variables) return { status: 404 };
    if (rest === 'rtp_statistics' && this.deaf.has(id)) return { status: 404 };
    const { variable = '', value } = query;
    if (rest === 'variable' && method === 'GET') {
      return { status: 200, body: { value: variables[variable] ?? '' } };
    }
    if (rest === 'variable' && value !== undefined) variables[variable] = value;
    if (rest === '' && method === 'DELETE') {
      this.channels.delete(id);
      this.#ended(id);
    }
    return { status: 200, body: { id } };
  }

  #ofBridge(id: string, rest: string, { method, query }: Asked): Response {
    if (method === 'POST' && rest === '') {
      this.bridges.set(id, { id, name: query.name ?? '', channels: [] });
      return { status: 200 };
    }
    const bridge = this.bridges.get(id);
    if (!bridge) return { status: 404 };
    if (method === 'DELETE') this.bridges.delete(id);
    if (rest === 'addChannel') {
      const wanted = (query.channel ?? '').split(',');
      if (wanted.some((one) => !this.channels.has(one))) return { status: 400 };
      bridge.channels.push(...wanted);
    }
    return { status: 200, body: bridge };
  }
}

function askedIn(text: string): Asked & { id: string } {
  const { request_id: id, method, uri: path, query_strings = [], message_body } = JSON.parse(text);
  const pairs = query_strings.map(({ name, value }: Record<string, string>) => [name, value]);
  const query: Asked['query'] = Object.fromEntries(pairs);
  return { id, method, path, query, body: JSON.parse(message_body ?? '{}') };
}

export async function smallAri(): Promise<SmallAri> {
  const asked: Asked[] = [];
  const http = createServer((_, response) => response.end('{}'));
  const server = new WebSocketServer({ server: http });
  const emit = (event: object) => {
    for (const socket of server.clients) socket.send(JSON.stringify(event));
  };
  const ended = (id: string) => emit({ type: 'ChannelDestroyed', channel: { id }, cause: 16 });
  const lines = new Lines(ended);
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { id, ...request } = askedIn(String(data));
      asked.push(request);
      const { status, body } = lines.respond(request);
      const message = body === undefined ? {} : { message_body: JSON.stringify(body) };
      const response = { type: 'RESTResponse', request_id: id, status_code: status, ...message };
      socket.send(JSON.stringify(response));
    }),
  );
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const { channels, deaf, bridges } = lines;
  const cut = () => {
    for (const socket of server.clients) socket.terminate();
  };
  return {
    ...{ url: `http://127.0.0.1:${port}`, asked, channels, deaf, bridges, cut },
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
