import { problem, ruleBroken } from '#contract/errors.ts';
import { findPeople } from '#contract/person.ts';
import { erasePerson, exportPerson, personTexts, showPerson } from '#contract/person-data.ts';
import { asClient, withStatementMs } from '#db/database.ts';
import { noteAct } from '#db/queries/audit.ts';
import * as people from '#db/queries/person.ts';
import { readPerson, readReceipts, shownPerson } from '#db/queries/person-data.ts';
import * as erasure from '#db/queries/person-erase.ts';
import { readDoNotCallNumber } from '#domain/do-not-call-number.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseUnproven } from '../proof.ts';

/** Whole lists are searched for other rows that name the number. */
const searchMs = 10 * 60_000;

export function registerPersonRoutes(app: Bindings, { db, vault, now }: ApiDeps): void {
  const patient = withStatementMs(db, searchMs);
  /** Before anything is shown: the entry names no more than the last four digits. */
  const note = (clientId: number, phone: string, facts?: Record<string, unknown>) =>
    asClient(db, clientId, (tx) => noteAct(tx, { clientId, thing: thingOf(phone), facts }));

  route(app, findPeople, ({ session: { clientId }, query: { search } }) =>
    people.findPeople(db, clientId, search, now()),
  );

  route(app, showPerson, async ({ session: { clientId }, body }) => {
    const phone = numberIn(body.phone, 'phone');
    await note(clientId, phone);
    return readPerson(patient, vault, shownPerson({ clientId, phone }));
  });

  route(app, exportPerson, async ({ session, body: { phone: given, fullSsn }, reply }) => {
    refuseUnproven(session);
    const { clientId } = session;
    const phone = numberIn(given, 'phone');
    if (fullSsn && !session.fullSsn) throw problem('not_allowed', personTexts.fullSsn);
    await note(clientId, phone, { fullSsn });
    const person = await readPerson(patient, vault, { clientId, phone, fullSsn, sounds: true });
    reply.header('content-disposition', `attachment; filename="person ${phone.slice(-4)}.json"`);
    return Buffer.from(`${JSON.stringify({ phone, ...person }, null, 2)}\n`);
  });

  route(app, erasePerson, async ({ session, body, once }) => {
    refuseUnproven(session);
    const { clientId, managerId } = session;
    const phone = numberIn(body.phone, 'phone');
    if (numberIn(body.again, 'again') !== phone) throw ruleBroken('again', personTexts.again);
    const erasing = { clientId, phone, hashed: body.hashDoNotCall, managerId };
    return erasure.erasePersonOnce(patient, vault, erasing, (tx) =>
      once.respond(tx, async () => {
        const [receipt] = await readReceipts(tx, clientId, phone);
        if (!receipt) throw new Error('An erasure left no receipt.');
        return receipt;
      }),
    );
  });
}

const thingOf = (phone: string) => ({ kind: 'person', name: `…${phone.slice(-4)}` });

function numberIn(text: string, path: string): string {
  const digits = text.replace(/\D/g, '');
  const read = readDoNotCallNumber(digits);
  if ('problem' in read) throw ruleBroken(path, read.problem);
  return read.phone;
}
