/** Rules that hold for one request, and must hold for several at once. */
import { asClient, asPlatform } from '../../../src/db/database.ts';
import { setLaunchApproval } from '../../../src/db/queries/launch-approval.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../../harness/campaign-data.ts';
import { asked } from '../asking.ts';
import { formBytes, formType } from '../multipart.ts';
import type { Group, Run } from '../score.ts';
import type { Reply } from '../verdict.ts';
import type { Target, World } from '../world.ts';
import { acceptedOf, race } from './race.ts';

type Wrong = (replies: readonly Reply[]) => string | undefined;

const atMost =
  (most: number): Wrong =>
  (replies) =>
    acceptedOf(replies).length > most ? `${acceptedOf(replies).length} were accepted` : undefined;
const exactly =
  (count: number): Wrong =>
  (replies) =>
    acceptedOf(replies).length === count
      ? undefined
      : `${acceptedOf(replies).length} were accepted`;

interface Racer {
  world: World;
  run: Run;
  own: Target;
  /** Each of another manager. */
  tokens: string[];
  post(path: string, body: unknown, by?: number): Promise<Reply>;
}

const racing =
  (world: World, races: (racer: Racer) => Promise<void>): Group =>
  async (run) => {
    const own = await world.make();
    const tokens = [await world.renew(own), await world.signIn(own), await world.signIn(own)];
    const post = (path: string, body: unknown, by = 0) =>
      asked(world.api.url, {
        ...{ path, method: 'POST', token: tokens[by % 3], headers: own.from },
        body: JSON.stringify(body),
      });
    await races({ world, run, own, tokens, post });
  };

const three = [0, 1, 2];

/** Names that are one record's alone, and places of which there are few. */
async function namesAndPlaces({ run, own, post }: Racer): Promise<void> {
  const { view, ids } = own;
  const adds: [string, string, object, Wrong][] = [
    [
      ...(['a number for the do-not-call list', `/api/donotcall/${ids.client}/edit`] as const),
      ...([{ phoneRestriction: '3025550177' }, exactly(1)] as const),
    ],
    [
      ...(['a manager of one username', '/api/manager/add'] as const),
      { clientId: ids.client, name: 'Ann Lee', username: 'ann_once', email: 'ann@example.com' },
      exactly(1),
    ],
    [
      'an account field of one name',
      '/api/customfield/0/edit',
      { name: 'Once', messageEnabled: true },
      exactly(1),
    ],
    // Each manager has their own.
    [
      'a saved filter of one name',
      '/api/reports/filters/edit',
      { reportFilterId: 0, name: 'Once', search: 'phoneNumber=1' },
      exactly(3),
    ],
    [
      ...(['a campaign of one name', '/api/campaign/broadcast/0/edit'] as const),
      {
        campaignId: 0,
        name: 'Once',
        callsPerMinute: 60,
        callerIdNumber: '3025550148',
        callerIdTypeId: 2,
      },
      exactly(1),
    ],
  ];
  for (const [what, path, body, wrong] of adds) {
    await race(
      run,
      { view, name: `${what} added six times at once` },
      () => Promise.all([...three, ...three].map((by) => post(path, body, by))),
      wrong,
    );
  }
  await race(
    run,
    { view, name: 'ten exports at once' },
    () =>
      Promise.all(
        Array.from({ length: 10 }, (_, by) => post('/api/reports/export', { filters: {} }, by)),
      ),
    atMost(3),
  );
}

/** Of those who began with one version, one is right. */
async function edits({ run, own, world, post }: Racer): Promise<void> {
  const { view, ids } = own;
  const versionOf = async (table: string, key: string, id: number) => {
    const row = await asClient(world.db, ids.client, (tx) =>
      tx.row<{ version: number }>(`SELECT version FROM ${table} WHERE ${key} = $1`, [id]),
    );
    return row?.version ?? 0;
  };
  const voice = { callsPerMinute: 60, callerIdNumber: '3025550148', callerIdTypeId: 2 };
  const editable: [string, string, number, string, (name: string) => object][] = [
    [
      'campaign',
      'campaign_id',
      ids.campaign,
      `/api/campaign/broadcast/${ids.campaign}/edit`,
      (name) => ({ campaignId: ids.campaign, name, ...voice }),
    ],
    [
      'text_message',
      'text_message_id',
      ids['text-message'],
      `/api/messagetext/${ids['text-message']}/edit`,
      (name) => ({ id: ids['text-message'], name, message: 'Hi' }),
    ],
    [
      'call_list',
      'call_list_id',
      ids['call-list'],
      `/api/calllist/${ids['call-list']}/rename`,
      (name) => ({ name }),
    ],
    [
      'manager',
      'manager_id',
      ids.manager,
      `/api/manager/${ids.manager}/edit`,
      (name) => ({ id: ids.manager, name, username: 'raced', email: 'raced@example.com' }),
    ],
    [
      'account_field',
      'account_field_id',
      ids['account-field'],
      `/api/customfield/${ids['account-field']}/edit`,
      (name) => ({ id: ids['account-field'], name, messageEnabled: true }),
    ],
  ];
  for (const [table, key, id, path, body] of editable) {
    for (const round of ['first', 'second']) {
      const version = await versionOf(table, key, id);
      await race(
        run,
        { view, name: `three edits of a ${table} of one version, the ${round} time` },
        () =>
          Promise.all(
            three.map((by) => post(path, { ...body(`Race ${round} ${by}`), version }, by)),
          ),
        exactly(1),
      );
    }
    const version = await versionOf(table, key, id);
    const remove = path.replace(/\/(rename|edit)$/, '/delete').replace('/broadcast', '');
    if (table === 'call_list') continue;
    await race(
      run,
      { view, name: `an edit and a delete of a ${table} of one version` },
      () =>
        Promise.all([
          post(path, { ...body('Race last'), version }, 0),
          post(remove, { version }, 1),
        ]),
      atMost(1),
    );
  }
}

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

async function startsAndStops(racer: Racer): Promise<void> {
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
async function approvals(racer: Racer): Promise<void> {
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

/** Administrators who shut each other out leave one. */
const lastAdministrators = (world: World, how: 'edit' | 'delete' | 'both'): Group =>
  racing(world, async ({ run, own, tokens, post }) => {
    const managers = await asClient(world.db, own.ids.client, async (tx) => {
      const others = `manager_id NOT IN (SELECT manager_id FROM session WHERE token_hash IN
        (${tokens.map((_, at) => `sha256(convert_to($${at + 1}, 'UTF8'))`).join(', ')}))`;
      await tx.run(`UPDATE manager SET role = 'reporter' WHERE ${others}`, tokens);
      return tx.rows<{ id: number }>(
        `SELECT s.manager_id AS id FROM unnest($1::text[]) WITH ORDINALITY AS t (token, place)
         JOIN session s ON s.token_hash = sha256(convert_to(t.token, 'UTF8')) ORDER BY place`,
        [tokens],
      );
    });
    const act = (by: number) => {
      const id = managers[(by + 1) % 3]?.id;
      const person = { id, name: 'Out', username: `out${by}`, email: 'out@example.com' };
      if (how === 'delete' || (how === 'both' && by === 1))
        return post(`/api/manager/${id}/delete`, {}, by);
      return post(
        `/api/manager/${id}/edit`,
        { ...person, ...(by === 0 ? { role: 'reporter' } : { active: false }) },
        by,
      );
    };
    await race(
      run,
      { view: own.view, name: `administrators who ${how} each other` },
      () => Promise.all(three.map(act)),
      async () => {
        const row = await asClient(world.db, own.ids.client, (tx) =>
          tx.row<{ n: number }>(
            `SELECT count(*)::int AS n FROM manager
           WHERE role = 'administrator' AND active AND deleted_at IS NULL`,
          ),
        );
        return row && row.n > 0 ? undefined : 'no administrator is left';
      },
    );
  });

/** A one-time link, and an upload of one key. */
async function linksAndUploads({ world, run, own, tokens, post }: Racer): Promise<void> {
  const { ids } = own;
  const made = await post(`/api/manager/${ids.manager}/link`, {});
  const { token } = JSON.parse(made.text) as { token: string };
  const redeem = (by: number) =>
    post('/api/security/link/redeem', { token, newPassword: `plum kettle harbor ${by}` });
  await race(
    run,
    { view: own.view, name: 'a one-time link used four times at once' },
    () => Promise.all([0, 1, 2, 3].map(redeem)),
    exactly(1),
  );
  const settings = {
    ...{
      callListName: 'Raced',
      campaignId: ids.campaign,
      delimiter: ',',
      restriction: { restrictionType: 1 },
    },
    callListMapList: [
      {
        accountField: { id: 0, value: 'Phone Number' },
        selectedCallListField: [{ fieldColumn: 1, fieldName: 'Phone' }],
      },
    ],
  };
  const body = formBytes([
    { name: 'callListMap', content: JSON.stringify(settings) },
    { name: 'headers', content: '["First","Phone"]' },
    { name: 'fileSelect', content: 'First,Phone\nAnn,3025550148\n', fileName: 'a.csv' },
  ]);
  const upload = (key: string, by: number) =>
    asked(world.api.url, {
      ...{
        path: '/api/calllist/upload?uploadKey=raced',
        method: 'POST',
        token: tokens[by % 3],
        body,
      },
      headers: {
        ...own.from,
        'content-type': formType,
        ...(key ? { 'idempotency-key': key } : {}),
      },
    });
  const view = { ...own.view, sent: ['3025550148'] };
  await race(run, { view, name: 'an upload three times at once with one key' }, () =>
    Promise.all(three.map(() => upload('raced-1', 0))),
  );
  await race(run, { view, name: 'uploads of one name at once' }, () =>
    Promise.all(three.map((by) => upload('', by))),
  );
  await race(run, { view, name: 'an upload while its campaign is deleted' }, () =>
    Promise.all([upload('', 0), post(`/api/campaign/${ids.campaign}/delete`, {}, 1)]),
  );
}

export const ruleRaces = (world: World): Group[] => [
  ...[namesAndPlaces, edits, startsAndStops, approvals, linksAndUploads].map((one) =>
    racing(world, one),
  ),
  ...(['edit', 'delete', 'both'] as const).map((how) => lastAdministrators(world, how)),
];
