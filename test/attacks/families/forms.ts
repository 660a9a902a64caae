/** Forms whose parts, boundaries and names are none, for every operation that takes a form. */
import type { OperationShape } from '../../../src/contract/http.ts';
import { allOperations } from '../../../src/contract/operations.ts';
import { requestOf } from '../../api/tenancy-request.ts';
import { asked, requestFor } from '../asking.ts';
import { formBytes, formType } from '../multipart.ts';
import { affordable } from '../payloads.ts';
import { exchanged, rawRequest } from '../raw.ts';
import type { Family, Group } from '../score.ts';
import type { World } from '../world.ts';
import { badParts, badTypes } from './forms-bad.ts';

const group =
  (world: World, operation: OperationShape): Group =>
  async (run) => {
    const own = await world.make();
    const token = await world.renew(own);
    const ask = requestOf(operation, own);
    const { path, method = 'POST' } = requestFor(operation, { ...ask, file: undefined });
    const fields = Object.entries(ask.form).map(([name, value]) => ({
      ...{ name, content: typeof value === 'string' ? value : JSON.stringify(value) },
    }));
    const { name: fileName, content } = ask.file ?? { name: 'a.csv', content: 'First,Phone\n' };
    const file = { name: operation.multipart?.files ?? '', content, fileName };
    const parts = [...fields, file];
    const cases = affordable(operation, [...badTypes(formBytes(parts)), ...badParts(parts, file)]);
    for (const { what, expects, body, type = formType } of cases) {
      await run({
        ...{ name: `${operation.name} with ${what}`, expects, view: own.view, mayCut: true },
        send: () =>
          asked(world.api.url, {
            ...{ path, method, token, body },
            headers: { ...own.from, 'content-type': type },
          }),
      });
    }
    await slow(world, { path, token, whole: formBytes(parts) }, run, operation.name);
  };

/** Forms that stop, drip or are cut off: nobody waits for them for long. */
async function slow(
  world: World,
  { path, token, whole }: { path: string; token: string; whole: Uint8Array },
  run: Parameters<Group>[0],
  name: string,
): Promise<void> {
  const head = (length: number) =>
    rawRequest(`POST ${path} HTTP/1.1`, [
      ...[`Authorization: Bearer ${token}`, `Content-Type: ${formType}`],
      `Content-Length: ${length}`,
    ]);
  const half = whole.subarray(0, whole.length >> 1);
  const drops = [...whole.subarray(0, 40)].flatMap((byte) => [Uint8Array.of(byte), 100]);
  const cases = [
    { what: 'that never comes', bytes: [head(100_000)] },
    { what: 'that stops', bytes: [head(whole.length), half] },
    { what: 'that drips', bytes: [head(100_000), ...drops] },
  ];
  await Promise.all(
    cases.map(({ what, bytes }) =>
      run({
        ...{ name: `${name} with a form ${what}`, expects: 'refused', view: { marks: [] } },
        ...{ mayCut: true, send: () => exchanged(world.api.url, bytes) },
      }),
    ),
  );
}

export function forms(world: World): Family {
  const taking = allOperations.filter(({ multipart }) => multipart !== undefined);
  return { name: 'forms', groups: taking.map((operation) => group(world, operation)) };
}
