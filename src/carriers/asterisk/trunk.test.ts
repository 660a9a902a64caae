import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AriLost } from './ari-link.ts';
import { isQualified, trunkOf, watchTrunk } from './trunk.ts';

const nothing = () => {};
const log = { info: nothing, warn: nothing, error: nothing };

test.each([
  ['PJSIP/{number}@trunk', 'PJSIP/trunk'],
  ['PJSIP/{number}@my-trunk.1', 'PJSIP/my-trunk.1'],
  ['PJSIP/trunk/sip:{number}@10.0.0.1', ''],
  ['DAHDI/g1/{number}', ''],
])('the endpoint setting %s names the trunk "%s"', (setting, trunk) => {
  expect(trunkOf(setting)).toBe(trunk);
});

describe('the state of a trunk', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('is silent while Asterisk finds it offline', async () => {
    let state: string | undefined = 'online';
    const ask = async () => {
      if (state === undefined) throw new AriLost('disconnected', false);
      return { status: 200, body: { state } };
    };
    const trunk = watchTrunk(ask, 'PJSIP/trunk', log, 'node');
    const seen: boolean[] = [];
    // A missing response changes nothing.
    for (state of ['online', 'offline', undefined, 'unknown', 'offline', 'online']) {
      await vi.advanceTimersByTimeAsync(2_000);
      seen.push(trunk.isSilent());
    }
    expect(seen).toEqual([false, true, true, false, true, false]);
    trunk.close();
  });
});

describe('whether Asterisk checks a trunk at all', () => {
  const objects = (frequency: string) => async (_method: string, path: string) => {
    if (path.endsWith('/endpoint/trunk')) {
      return { status: 200, body: [{ attribute: 'aors', value: 'one, two' }] };
    }
    if (path.endsWith('/aor/two')) {
      return { status: 200, body: [{ attribute: 'qualify_frequency', value: frequency }] };
    }
    if (path.endsWith('/aor/one')) {
      return { status: 200, body: [{ attribute: 'qualify_frequency', value: '10' }] };
    }
    return { status: 404, body: { message: 'not found' } };
  };

  test('is true only when it checks each of its addresses', async () => {
    expect(await isQualified(objects('60'), 'PJSIP/trunk')).toBe(true);
    expect(await isQualified(objects('0'), 'PJSIP/trunk')).toBe(false);
  });

  test('is unknown when Asterisk does not say', async () => {
    expect(await isQualified(objects('60'), 'PJSIP/other')).toBeUndefined();
    expect(await isQualified(objects('60'), 'DAHDI/trunk')).toBeUndefined();
    expect(await isQualified(objects('60'), '')).toBeUndefined();
  });
});
