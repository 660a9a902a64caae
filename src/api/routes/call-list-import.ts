import { getImportResult } from '#contract/call-list-import.ts';
import { asClient } from '#db/database.ts';
import { findImportResult } from '#db/queries/call-list-import.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

export function registerCallListImportRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, getImportResult, async ({ session: { clientId }, params: { id } }) => {
    const kept = await asClient(db, clientId, (tx) => findImportResult(tx, clientId, id));
    const { reasons, ...result } = found(kept, 'import result');
    return {
      ...result,
      reasons: reasons
        .toSorted((a, b) => b.count - a.count)
        .map((row) => ({ ...row, sentence: reasonSentence(row.reason) })),
    };
  });
}
