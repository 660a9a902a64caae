import { listCallerIdBuckets, listCallerIdNumbers } from '#contract/caller-id-bucket.ts';
import { asClient } from '#db/database.ts';
import * as buckets from '#db/queries/caller-id-bucket.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

export function registerCallerIdBucketRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, listCallerIdBuckets, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => buckets.listCallerIdBuckets(tx, clientId)),
  );

  route(app, listCallerIdNumbers, async ({ session: { clientId }, params }) =>
    found(
      await asClient(db, clientId, (tx) =>
        buckets.listCallerIdNumbers(tx, clientId, params.rciBucketId),
      ),
      'caller ID bucket',
    ),
  );
}
