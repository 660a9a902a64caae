import { problem } from '#contract/errors.ts';
import {
  decideInboundText,
  type InboundText,
  inboundTextTexts,
  listInboundTexts,
  listUndecidedTexts,
  mostUndecidedTexts,
} from '#contract/inbound-text.ts';
import type { Role } from '#contract/role.ts';
import { asClient, type Tx } from '#db/database.ts';
import { type Decided, decideText, readUndecided } from '#db/queries/contact-rest.ts';
import { readInboundText, readInboundTexts } from '#db/queries/inbound-text.ts';
import { optOut } from '#db/queries/opt-out.ts';
import { settleOptOuts } from '#db/queries/opt-out-settled.ts';
import { easternTime } from '#domain/eastern-time.ts';
import { begunStream } from '../begun-stream.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { jsonList } from '../json-list.ts';
import { shownTexts } from '../shown-text.ts';

export function registerInboundTextRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, listInboundTexts, ({ session: { clientId, role }, query: { after = 0, limit } }) =>
    begunStream(jsonList(shownPages(role, readInboundTexts(db, clientId, after, limit)))),
  );

  route(app, listUndecidedTexts, async ({ session: { clientId, role } }) => {
    const undecided = await asClient(db, clientId, (tx) =>
      readUndecided(tx, clientId, mostUndecidedTexts),
    );
    return { ...undecided, texts: shownTexts(role, undecided.texts) };
  });

  route(
    app,
    decideInboundText,
    async ({ session: { clientId, managerId }, params, body, once }) => {
      const { decision, upTo } = body;
      const decideNow = async (tx: Tx) => {
        const made = { decision, managerId, now: now(), upTo };
        const done = await decideText(tx, clientId, params.id, made);
        if (done.kind === 'decided' && decision === 'optOut') {
          await optOut(tx, clientId, done.phone, 'text');
        }
        return done;
      };
      const decide = (tx: Tx) => once.effect(tx, () => decideNow(tx));
      const outcome = await settleOptOuts(db, clientId, decide, (done) =>
        done.kind === 'decided' && decision === 'optOut' ? [done.phone] : [],
      );
      if (outcome.kind === 'before') throw problem('conflict', fasterSentence(outcome.before));
      if (outcome.kind === 'none') {
        const known = await asClient(db, clientId, (tx) =>
          readInboundText(tx, clientId, params.id),
        );
        found(known, 'inbound text');
        throw problem('conflict', inboundTextTexts.nothingToDecide);
      }
      return true;
    },
  );
}

async function* shownPages(role: Role, pages: AsyncIterable<InboundText[]>) {
  for await (const page of pages) yield shownTexts(role, page);
}

/** "Ann Smith already decided on this text: opt out (Nov 20, 10:41 AM ET)." */
function fasterSentence({ decision, at, by }: Decided): string {
  const what = decision === 'optOut' ? 'opt out' : 'keep';
  // Of a try that is repeated it was kept as JSON, in which an instant is text.
  const when = easternTime(new Date(at).getTime());
  return `${by ?? 'A later text from the person'} already decided on this text: ${what} (${when}).`;
}
