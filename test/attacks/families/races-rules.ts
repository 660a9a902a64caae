/** Rules that hold for one request, and must hold for several at once. */
import { asClient } from '../../../src/db/database.ts';
import { asked } from '../asking.ts';
import { formBytes, formType } from '../multipart.ts';
import type { Group } from '../score.ts';
import type { World } from '../world.ts';
import { atMost, exactly, type Racer, race, racing, three, type Wrong } from './race.ts';
import { approvals, startsAndStops } from './races-campaigns.ts';

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
  const upload = (uploadKey: string, key: string, by: number) =>
    asked(world.api.url, {
      ...{
        path: `/api/calllist/upload?uploadKey=${uploadKey}`,
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
    Promise.all(three.map(() => upload('raced', 'raced-1', 0))),
  );
  await race(run, { view, name: 'uploads of one name at once' }, () =>
    Promise.all(three.map((by) => upload('named', '', by))),
  );
  await race(run, { view, name: 'an upload while its campaign is deleted' }, () =>
    Promise.all([upload('deleted', '', 0), post(`/api/campaign/${ids.campaign}/delete`, {}, 1)]),
  );
}

export const ruleRaces = (world: World): Group[] => [
  ...[namesAndPlaces, edits, startsAndStops, approvals, linksAndUploads].map((one) =>
    racing(world, one),
  ),
  ...(['edit', 'delete', 'both'] as const).map((how) => lastAdministrators(world, how)),
];
