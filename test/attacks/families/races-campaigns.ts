/** Starts, stops, deletes and approvals of one campaign at once. */
import { asClient, asPlatform } from '../../../src/db/database.ts';
import { setLaunchApproval } from '../../../src/db/queries/launch-approval.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../../harness/campaign-data.ts';
import { type Racer, race } from './race.ts';

/** A campaign that can start. */
async function startable({ world: { db }, own: { ids } }: Racer, name: string): Promise<number> {
  const message = await makeVoiceMessage(db, ids.client, `${name} says`);
  const campaignId = await makeCampaign(db, ids.client, { name, customerMessageId: message });
  const list = await makeCallList(db, ids.client, {
    campaignId,
    name: 'People',
    phones: 1,
    status: 4,
  });
  await asClient(db, ids.client, (tx) =>
    tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone)
       VALUES ($1, $2, 1, 2, '13025550148')`,
      [ids.client, list],
    ),
  );
  return campaignId;
}

interface CampaignRow {
  status: number;
  gone: boolean;
  prepared: number | null;
  approved: number | null;
}

const readCampaign = ({ world, own: { ids } }: Racer, campaignId: number) =>
  asClient(world.db, ids.client, (tx) =>
    tx.row<CampaignRow>(
      `SELECT run_status AS status, deleted_at IS NOT NULL AS gone, prepared_by AS prepared,
         approved_by AS approved FROM campaign WHERE campaign_id = $1`,
      [campaignId],
    ),
  );

export async function startsAndStops(racer: Racer): Promise<void> {
  const { run, own, post } = racer;
  const { view, ids } = own;
  await asPlatform(racer.world.db, (tx) =>
    tx.run('UPDATE client SET second_factor_required = false WHERE client_id = $1', [ids.client]),
  );
  const paths = {
    start: (id: number) => [`/api/campaign/${id}/start`, { campaignId: id }] as const,
    stop: (id: number) => [`/api/campaign/${id}/stop`, { campaignId: id }] as const,
    delete: (id: number) => [`/api/campaign/${id}/delete`, { campaignId: id }] as const,
    'stop all': () => ['/api/campaign/stop', {}] as const,
    'stop everything': () => ['/api/stop', { carrier: null, reason: 'Race' }] as const,
    lift: () => ['/api/stop/lift', { carrier: null, stopNumber: null }] as const,
  };
  type Act = keyof typeof paths;
  const doAct = (act: Act, id: number, by: number) => {
    const [path, body] = paths[act](id);
    return post(path, body, by);
  };
  const together: Act[][] = [
    ...[
      ['start', 'start', 'start'],
      ['start', 'stop'],
      ['stop', 'start'],
      ['start', 'delete'],
    ],
    ...[
      ['delete', 'start'],
      ['delete', 'delete', 'start'],
      ['start', 'stop all'],
      ['stop', 'delete'],
    ],
    ...[
      ['start', 'stop everything'],
      ['stop everything', 'lift', 'start'],
    ],
  ] as Act[][];
  for (const [at, acts] of together.entries()) {
    for (const running of [false, true]) {
      const id = await startable(racer, `Race ${at} ${running}`);
      if (running) await post(...paths.start(id));
      const when = running ? 'of one that runs' : 'of one that is stopped';
      await race(
        run,
        { view, name: `${acts.join(', ')} at once, ${when}` },
        () => Promise.all(acts.map((act, by) => doAct(act, id, by))),
        async () => {
          const row = await readCampaign(racer, id);
          return row?.gone && row.status !== 1
            ? `it runs (${row.status}) and is deleted`
            : undefined;
        },
      );
    }
  }
}

/** Who prepared a campaign starts it only with somebody else's approval. */
export async function approvals(racer: Racer): Promise<void> {
  const { run, own, post, world } = racer;
  const { view, ids } = own;
  await asPlatform(world.db, (tx) => setLaunchApproval(tx, ids.client, true));
  const voice = { callsPerMinute: 60, callerIdNumber: '3025550148', callerIdTypeId: 2 };
  for (let round = 0; round < 4; round += 1) {
    const id = await startable(racer, `Approval ${round}`);
    const edit = (by: number) =>
      post(
        `/api/campaign/broadcast/${id}/edit`,
        { campaignId: id, name: `Approval ${round} ${by}`, ...voice },
        by,
      );
    const start = (by: number) => post(`/api/campaign/${id}/start`, { campaignId: id }, by);
    const approve = (by: number) => post(`/api/campaign/${id}/approve`, { campaignId: id }, by);
    await edit(0);
    const acts = [
      () => [start(0), start(0), start(0)],
      () => [approve(0), start(0), approve(0), start(0)],
      () => [edit(1), start(1), start(1)],
      () => [approve(1), edit(1), start(0), start(1)],
    ][round];
    await race(
      run,
      { view, name: `launches of which one needs an approval, ${round}` },
      () => Promise.all(acts?.() ?? []),
      async () => {
        const row = await readCampaign(racer, id);
        const runs = row && row.status !== 1;
        return runs && row.approved === row.prepared
          ? 'it runs with the approval of who prepared it'
          : undefined;
      },
    );
  }
}
