import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '#config.ts';
import { passwordSentences } from '#contract/password-fault.ts';
import { asClient, asPlatform, type Database } from '#db/database.ts';
import { hashPassword, verifyPassword } from '#db/password.ts';
import { setAbandonmentRule } from '#db/queries/abandonment.ts';
import { addToBucket } from '#db/queries/caller-id-bucket-save.ts';
import { findClientByCode, insertClient, listClients } from '#db/queries/client.ts';
import { setSpokenName } from '#db/queries/lint-settings.ts';
import { insertManager } from '#db/queries/manager.ts';
import {
  insertSampleFields,
  insertSampleMessage,
  insertSampleText,
} from '#db/queries/sample-data.ts';
import { findCredentials } from '#db/queries/session.ts';
import { insertTextingNumber } from '#db/queries/texting-number-save.ts';
import { usualCountries } from '#domain/dialing.ts';
import { judgePassword, namesOfManager } from '#domain/passwords/judge-password.ts';
import { randomPassword } from '../random-password.ts';
import { platformNow } from '../shared.ts';
import { demoContacts, sampleContacts } from './contact-file.ts';
import {
  abandonment,
  bucket,
  fields,
  messages,
  spokenName,
  textingNumbers,
  textingPace,
  textMessage,
} from './sample.ts';

const demoCode = 'demo';
const demoUsername = 'manager';
const demoName = 'Demo';
const demoManager = {
  name: 'Demo Manager',
  username: demoUsername,
  email: 'manager@example.com',
  active: true,
  role: 'administrator' as const,
  fullSsn: true,
};

/** How to sign in as the demo client. */
export interface DemoAccess {
  code: string;
  username: string;
  /** Known only just after it was made, or when CARILLON_DEMO_PASSWORD names it. */
  password: string | undefined;
  /** A contact list to upload. */
  contactFile: string;
}

/**
 * Creates the demo client when the database has no client at all (spec 3 section 1). Undefined when
 * there are clients and none of them is the demo.
 */
export async function ensureDemoClient(
  db: Database,
  config: Pick<Config, 'dataFolder' | 'demoPassword' | 'demo'>,
): Promise<DemoAccess | undefined> {
  const contactFile = join(config.dataFolder, 'demo-contacts.csv');
  const access = { code: demoCode, username: demoUsername, contactFile };
  const password = config.demoPassword ?? randomPassword();
  const contacts = config.demo === 'full' ? demoContacts() : sampleContacts();
  if (await makeDemoClient(db, password, config.demo)) {
    writeFileSync(contactFile, contacts, { mode: 0o600 });
    return { ...access, password };
  }
  if (!(await asPlatform(db, (tx) => findClientByCode(tx, demoCode)))) return undefined;
  if (!existsSync(contactFile)) writeFileSync(contactFile, contacts, { mode: 0o600 });
  return { ...access, password: await knownPassword(db, config.demoPassword) };
}

/** False when there are clients already, also when another start was making one at this moment. */
async function makeDemoClient(
  db: Database,
  password: string,
  demo: Config['demo'],
): Promise<boolean> {
  const clients = await asPlatform(db, listClients);
  if (clients.length > 0) return false;
  refuseWeakPassword(password);
  const passwordHash = await hashPassword(password);
  const clientId = await asPlatform(db, async (tx) => {
    await tx.run(`SELECT pg_advisory_xact_lock(hashtext('carillon demo client'))`);
    if ((await listClients(tx)).length > 0) return undefined;
    const id = await insertClient(tx, {
      code: demoCode,
      name: demoName,
      minuteCost: 20_000,
      callingHours: null,
      countries: usualCountries,
      demo: demo === 'full' ? 'loading' : true,
    });
    await setSpokenName(tx, id, spokenName);
    if (demo === 'full') await setAbandonmentRule(tx, id, abandonment);
    const now = await platformNow(tx);
    const manager = { ...demoManager, passwordHash };
    await insertManager(tx, id, manager, { managerId: null, now });
    await addToBucket(tx, id, bucket.name, bucket.phones, now);
    for (const phone of textingNumbers) await insertTextingNumber(tx, id, phone, textingPace);
    return id;
  });
  if (clientId === undefined) return false;
  await asClient(db, clientId, async (tx) => {
    await insertSampleFields(tx, clientId, fields);
    for (const message of messages) await insertSampleMessage(tx, clientId, message);
    await insertSampleText(tx, clientId, textMessage.name, textMessage.message);
  });
  return true;
}

/** The same rule as in the console. Only the first start judges: a password in use stays. */
function refuseWeakPassword(password: string): void {
  const names = namesOfManager(demoManager, { name: demoName, code: demoCode });
  const fault = judgePassword(password, names);
  if (!fault) return;
  throw new ConfigError([
    `CARILLON_DEMO_PASSWORD cannot be used. ${passwordSentences[fault]} Leave it empty for a random one.`,
  ]);
}

/** The password of the settings, when it is still the demo manager's. */
async function knownPassword(db: Database, password: string | undefined) {
  if (password === undefined) return undefined;
  const found = await findCredentials(db, demoCode, demoUsername);
  return (await verifyPassword(found?.passwordHash, password)) ? password : undefined;
}
