import { listCallerIdBuckets } from '#contract/caller-id-bucket.ts';
import { asClient } from '#db/database.ts';
import * as buckets from '#db/queries/caller-id-bucket.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

export function registerCallerIdBucketRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, listCallerIdBuckets, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => buckets.listCallerIdBuckets(tx, clientId)),
  );
}
