import { listInboundTexts } from '#contract/inbound-text.ts';
import { asClient } from '#db/database.ts';
import * as texts from '#db/queries/inbound-text.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

export function registerInboundTextRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, listInboundTexts, ({ session: { clientId }, query: { after = 0, limit } }) =>
    asClient(db, clientId, (tx) => texts.listInboundTexts(tx, clientId, after, limit ?? null)),
  );
}
