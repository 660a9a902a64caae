import { findPeople } from '#contract/person.ts';
import * as people from '#db/queries/person.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

export function registerPersonRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, findPeople, ({ session: { clientId }, query: { search } }) =>
    people.findPeople(db, clientId, search, now()),
  );
}
