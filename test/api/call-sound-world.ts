/** Messages and accounts of a client, and the sounds of calls to them as carriers fetch them. */
import { createHash } from 'node:crypto';
import { asClient } from '../../src/db/database.ts';
import { type SoundClaim, soundTokens } from '../../src/db/sound-token.ts';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { renderingKey } from '../harness/rendering.ts';
import { unboundSeal } from '../harness/unbound-seal.ts';
import { until } from '../harness/until.ts';

export const samplesOf = (bytes: Uint8Array) => [...decodeWav(bytes).samples];
/** Short, so that a difference is said in a line. */
export const named = (samples: readonly number[]) =>
  `${samples.length} samples ${createHash('sha256').update(Int16Array.from(samples)).digest('hex')}`;

interface Row {
  first_name: string | null;
  custom: string | null;
}

const accounts: Row[] = [
  { first_name: 'Maximiliana', custom: '{"1": "2,999.89"}' },
  { first_name: 'Bo', custom: '{"1": "12.00"}' },
  { first_name: null, custom: null },
  { first_name: 'Анна', custom: '{"1": "12.00"}' },
];

export const fixed = (value: string) => ({ messageStepType: 4, value });
export const field = (ttsFieldId: number, ttsModeId = 1) => ({
  messageStepType: 5,
  ttsFieldId,
  ttsModeId,
});

export const steps = [
  fixed('Hello.'),
  field(1),
  fixed('You owe'),
  field(12),
  fixed('Goodbye.'),
  field(5, 2),
];

/** Saves a message and returns its id when it is Ready. */
async function saveMessage(who: Caller, steps: object[], id: number): Promise<number> {
  const form = new FormData();
  const messageSteps = steps.map((step, stepOrder) => ({ ttsVoiceId: 4, stepOrder, ...step }));
  form.set('message', JSON.stringify({ name: `Reminder ${Math.random()}`, messageSteps }));
  const response = await who.post(`/api/message/${id}/edit`, form);
  const made = id || Number(response.headers.get('content-location')?.split('/').at(-1));
  await until(async () => {
    const preview = await who.get(`/api/message/${made}/preview`);
    return preview.status === 200 || undefined;
  });
  return made;
}

export async function callSoundWorld() {
  const db = await freshDatabase();
  const api = await testApi(db);
  const client = await makeClient(db);
  const { clientId } = client;
  const manager = await api.signIn(client);
  const other = await makeClient(db);
  const otherManager = await api.signIn(other);
  await testJobs(db);

  const tokens = soundTokens(api.deps.vault);
  const pathOf = (claim: SoundClaim, now = Date.now()) => `/sounds/${tokens.sign(claim, now)}.wav`;
  const fetched = (claim: SoundClaim, headers = {}) => api.stranger.get(pathOf(claim), headers);

  const played = async (claim: SoundClaim) => named(samplesOf((await fetched(claim)).bytes));

  async function makeList(owner: number, rows: Row[] = accounts): Promise<number> {
    const campaignId = await makeCampaign(db, owner, { name: `Calls of ${owner}` });
    const { vault } = api.deps;
    return asClient(db, owner, async (tx) => {
      const list = await tx.row<{ id: number }>(
        `INSERT INTO call_list (client_id, campaign_id, name, status_id)
         VALUES ($1, $2, 'L', 4) RETURNING call_list_id AS id`,
        [owner, campaignId],
      );
      for (const [at, { first_name, custom }] of rows.entries()) {
        const ssn = unboundSeal(vault, '123-45-6789', { clientId: owner, field: 'ssn' });
        await tx.run(
          `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, first_name, custom, ssn)
           VALUES ($1, $2, $3, 2, $4, $5, $6, $7)`,
          [owner, list?.id, at + 1, `1302555010${at}`, first_name, custom, ssn],
        );
      }
      return list?.id ?? 0;
    });
  }
  const callListId = await makeList(clientId);
  await manager.post('/api/customfield/0/edit', { name: 'Balance Due' });

  const saved = (steps: object[], id = 0, who: Caller = manager) => saveMessage(who, steps, id);

  const spoken = async (text: string) => {
    const response = await manager.post('/api/message/speak', { ttsVoiceId: 4, text });
    return samplesOf(response.bytes);
  };

  const personal = await saved(steps);
  const same = await saved([fixed('Hello.'), fixed('This is a reminder.')]);
  const version = await renderingKey(db, clientId, personal);
  const accountClaim = (entryId: number): SoundClaim => ({
    kind: 'account',
    ...version,
    callListId,
    entryId,
  });
  const ofSame = await renderingKey(db, clientId, same);
  const messageClaim: SoundClaim = { kind: 'message', ...ofSame };

  return {
    db,
    api,
    clientId,
    manager,
    other,
    otherManager,
    tokens,
    pathOf,
    fetched,
    played,
    makeList,
    callListId,
    saved,
    spoken,
    personal,
    same,
    version,
    accountClaim,
    messageClaim,
  };
}
