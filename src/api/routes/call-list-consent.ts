import { callListTexts, setCallListConsent } from '#contract/call-list.ts';
import { consentTexts } from '#contract/consent.ts';
import { problem, ruleBroken } from '#contract/errors.ts';
import { asClient } from '#db/database.ts';
import { setListConsent } from '#db/queries/call-list.ts';
import { recheckPolicy } from '#db/queries/recheck.ts';
import { isToCome } from '#domain/consent-date.ts';
import { type Bindings, route } from '../binding.ts';
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { stopSettling } from '../stop-settling.ts';

export function registerCallListConsentRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, platformDb, now } = deps;
  const settle = stopSettling(platformDb);

  route(app, setCallListConsent, async ({ session, params: { id }, body, once }) => {
    const { clientId } = session;
    if (body.consent && isToCome(body.consent, now())) {
      throw ruleBroken('consent.date', consentTexts.future);
    }
    const change = { consent: body.consent, by: changing(session, now, body) };
    await asClient(db, clientId, (tx) =>
      once.effect(tx, async () =>
        found((await setListConsent(tx, clientId, id, change)) || undefined, 'contact list'),
      ),
    );
    await recheckPolicy(db, clientId);
    // Consent may have been taken back: what was claimed under it goes out before this responds.
    if (!(await settle(clientId))) throw problem('stop_unsettled', callListTexts.consentUnsettled);
    return true as const;
  });
}
