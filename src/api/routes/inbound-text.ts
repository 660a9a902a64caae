import { Readable } from 'node:stream';
import { listInboundTexts } from '#contract/inbound-text.ts';
import { readInboundTexts } from '#db/queries/inbound-text.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { jsonList } from '../json-list.ts';

export function registerInboundTextRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, listInboundTexts, ({ session: { clientId }, query: { after = 0, limit } }) =>
    Readable.from(jsonList(readInboundTexts(db, clientId, after, limit))),
  );
}
