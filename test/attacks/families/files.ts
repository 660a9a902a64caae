/** Files that are no tables, tables that harm, names and types that lie, and what comes out again. */
import type { OperationShape } from '../../../src/contract/http.ts';
import { allOperations } from '../../../src/contract/operations.ts';
import { asClient } from '../../../src/db/database.ts';
import { type Ask, requestOf } from '../../api/tenancy-request.ts';
import { parseCsv } from '../../harness/csv.ts';
import { asked, requestFor } from '../asking.ts';
import { type FormPart, formBytes, formType } from '../multipart.ts';
import type { Family, Group } from '../score.ts';
import type { Expected, Reply } from '../verdict.ts';
import type { Target, World } from '../world.ts';
import { badFiles, fileNames, formulas, mediaTypes } from './files-bad.ts';

/** The parts of an operation's own valid form, with another file. */
function partsOf({ form }: Ask, file: Omit<FormPart, 'name'>): FormPart[] {
  const fields = Object.entries(form).map(([name, value]) => ({
    ...{ name, content: typeof value === 'string' ? value : JSON.stringify(value) },
  }));
  return [...fields, { name: 'fileSelect', ...file }];
}

/** Operations that take a table; those that take a sound are in sounds.ts. */
const takeTables = allOperations.filter(
  ({ name, multipart }) => multipart && !/sound|message/i.test(name),
);

interface FileCase {
  what: string;
  expects: Expected;
  file: Omit<FormPart, 'name'>;
}

function casesOf(): FileCase[] {
  const good = 'First,Phone\nAnn,3025550148\n';
  return [
    ...badFiles().map(({ what, expects, content }) => ({
      ...{ what, expects, file: { content, fileName: 'people.csv' } },
    })),
    ...fileNames.map((fileName) => ({
      ...{ what: `the name ${JSON.stringify(fileName.slice(0, 30))}`, expects: 'either' as const },
      file: { content: good, fileName },
    })),
    ...mediaTypes.map((type) => ({
      ...{ what: `the type ${JSON.stringify(type.slice(0, 30))}`, expects: 'either' as const },
      file: { content: good, fileName: 'people.csv', headers: [`Content-Type: ${type}`] },
    })),
  ];
}

const taken =
  (world: World, operation: OperationShape, cases: readonly FileCase[]): Group =>
  async (run) => {
    const own = await world.make();
    const token = await world.renew(own);
    const ask = requestOf(operation, own);
    const { path, method = 'POST' } = requestFor(operation, { ...ask, file: undefined });
    for (const { what, expects, file } of cases) {
      // A preview reads what it can of a beginning, and do-not-call files may have wrong lines.
      const isStrict = operation.name === 'uploadCallList';
      await run({
        name: `${operation.name} with ${what}`,
        expects: isStrict ? expects : 'either',
        view: { ...own.view, sent: ['3025550148'] },
        send: () =>
          asked(world.api.url, {
            ...{ path, method, token, body: formBytes(partsOf(ask, file)) },
            headers: { ...own.from, 'content-type': formType },
          }),
      });
    }
  };

/** All cells of a CSV file, or what is wrong with it. */
function cellsOf(text: string): string[] | string {
  try {
    return parseCsv(text.replace(/^\ufeff/, '')).flat();
  } catch (error) {
    return String(error);
  }
}

/** A cell that a spreadsheet would run; a number with a sign is none. */
function formulaIn({ text, type }: Reply): string | undefined {
  if (!type.includes('csv')) return `no CSV: ${type}`;
  const cells = cellsOf(text);
  if (typeof cells === 'string') return cells;
  const bad = cells.find(
    (cell) => /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u.test(cell) && !/^[+-]?[\d.]+$/.test(cell),
  );
  return bad === undefined ? undefined : `a formula: ${bad.slice(0, 60)}`;
}

/** Every text of a client that some file repeats. */
async function plantFormulas({ db }: World, { ids }: Target): Promise<void> {
  const [formula = ''] = formulas;
  await asClient(db, ids.client, async (tx) => {
    for (const statement of [
      'UPDATE campaign SET name = $2 || campaign_id, caller_id_name = $2 WHERE client_id = $1',
      'UPDATE call_list SET name = $2 WHERE client_id = $1',
      'UPDATE manager SET name = $2 WHERE client_id = $1',
      'UPDATE list_entry SET external_id = $2 WHERE client_id = $1',
      'UPDATE call_record SET external_id = $2, first_name = $2, last_name = $2 WHERE client_id = $1',
    ]) {
      await tx.run(statement, [ids.client, formula]);
    }
  });
}

const comesOut =
  (world: World): Group =>
  async (run) => {
    const own = await world.make();
    const token = await world.renew(own);
    const view = { ...own.view, sent: ['3025550148'] };
    const upload = allOperations.find(({ name }) => name === 'uploadCallList') as OperationShape;
    const ask = requestOf(upload, own);
    const rows = formulas.map(
      (cell) => `"${cell.replaceAll('"', '""')}","${cell.replaceAll('"', '""')}"`,
    );
    const content = `First,Phone\n${rows.join('\n')}\nAnn,3025550148\n`;
    const send = () =>
      asked(world.api.url, {
        ...{ path: upload.path, method: 'POST', token },
        body: formBytes(partsOf(ask, { content, fileName: '=cmd().csv' })),
        headers: { ...own.from, 'content-type': formType },
      });
    const reply = await run({ name: 'a table of formulas', expects: 'accepted', view, send });
    const listId = typeof reply === 'object' ? JSON.parse(reply.text).callListId : 0;
    await plantFormulas(world, own);
    const download = (path: string) => () =>
      asked(world.api.url, { path, token, headers: own.from });
    await run({
      ...{ name: 'its rejected rows', expects: 'accepted', view, check: formulaIn },
      send: download(`/api/calllist/${listId}/rejected`),
    });
    const files = allOperations.filter(
      ({ method, response }) =>
        method === 'GET' && response && 'bytes' in response && response.bytes === 'text/csv',
    );
    for (const operation of files) {
      await run({
        ...{ name: `${operation.name} with formulas in every name`, expects: 'either', view },
        send: () =>
          asked(world.api.url, {
            ...requestFor(operation, requestOf(operation, own)),
            token,
            headers: own.from,
          }),
        check: (file) => (file.status === 200 ? formulaIn(file) : undefined),
      });
    }
  };

export function files(world: World): Family {
  const all = casesOf();
  const every = (step: number, from: number) => all.filter((_, at) => at % step === from);
  // An upload starts threads, which takes a while: some here, the rest in test/imports.
  const groups = takeTables.flatMap((operation) =>
    operation.name === 'uploadCallList'
      ? [0, 4].map((from) => taken(world, operation, every(8, from)))
      : [taken(world, operation, all)],
  );
  return { name: 'files', groups: [...groups, comesOut(world)] };
}
