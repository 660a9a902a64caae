/** A service is asked by HTTP: what it may answer, and everything else that it may do. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type ScrubDouble, startScrubDouble } from '../../scripts/dev/scrub-double.ts';
import { type AskedService, askService, type Patience } from '../../src/scrub/ask.ts';
import { addressFault } from '../../src/service-request.ts';

const double: ScrubDouble = await startScrubDouble();
afterAll(() => double.close());
beforeEach(() => {
  double.fault = 'none';
  double.requests.length = 0;
});

const service: AskedService = { url: double.url, secret: double.key, private: true };
const number = (phone: string, consentDate: string | null = null) => ({ phone, consentDate });
const brief: Patience = { within: 300, pauses: [1, 1] };
const ask = (patience: Patience = brief, to = service) =>
  askService(to, ['reassigned', 'litigator', 'line'], [number('12025550101')], patience);

describe('a scrub service', () => {
  test('is sent numbers, what is asked and dates of consent, and answers by number', async () => {
    const numbers = [
      number('12025550101', '2024-03-04'),
      number('12025550106'),
      number('12025550102'),
    ];
    const asked = await askService(service, ['reassigned', 'litigator'], numbers, brief);
    expect(double.requests).toEqual([
      {
        version: 1,
        questions: ['reassigned', 'litigator'],
        numbers: [
          { number: '+12025550101', consentDate: '2024-03-04' },
          { number: '+12025550106' },
          { number: '+12025550102' },
        ],
      },
    ]);
    const [first, , third] = numbers;
    // What was not asked is not taken, and a number that is left out has no answer.
    expect(asked).toEqual({
      kind: 'answered',
      answers: [
        { number: first, question: 'reassigned', answer: 'yes' },
        { number: first, question: 'litigator', answer: 'no' },
        { number: third, question: 'reassigned', answer: 'no' },
        { number: third, question: 'litigator', answer: 'yes' },
      ],
    });
  });

  test.each([
    ['hang', 'timeout', 3],
    ['late', 'timeout', 3],
    ['drop', 'unreachable', 3],
    ['cut', 'unreachable', 3],
    ['down', 'status', 3],
    ['busy', 'busy', 1],
    ['moved', 'status', 1],
    ['refuse', 'refused', 1],
    ['no_json', 'malformed', 1],
    ['wrong_shape', 'malformed', 1],
    ['foreign', 'other_numbers', 1],
    ['twice', 'other_numbers', 1],
    ['large', 'too_large', 1],
  ] as const)(
    'that does "%s" is a failure "%s" after %i tries, and never an exception',
    async (fault, code, tries) => {
      double.fault = fault;
      const asked = await ask();
      expect(asked).toMatchObject({ kind: 'failed', trouble: { code } });
      expect(double.requests).toHaveLength(tries);
    },
  );

  test('may say how long to wait, and is not asked before', async () => {
    double.fault = 'busy';
    expect(await ask()).toMatchObject({ wait: 120_000 });
  });

  test('answers a later try', async () => {
    double.fault = 'down';
    const asked = ask({ within: 300, pauses: [60, 60] });
    while (double.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    double.fault = 'none';
    expect(await asked).toMatchObject({ kind: 'answered' });
    expect(double.requests).toHaveLength(2);
  });

  test('that does not take the key, or is not there, is said apart', async () => {
    const wrong = await ask(brief, { ...service, secret: 'another' });
    expect(wrong).toMatchObject({ trouble: { code: 'refused', status: 401 } });
    const gone = await ask(brief, { ...service, url: 'http://127.0.0.1:1/v1' });
    expect(gone).toMatchObject({ trouble: { code: 'unreachable' } });
  });

  test('within a private network is asked only if the operator says that it is there', async () => {
    for (const url of [double.url, double.url.replace('127.0.0.1', 'localhost')]) {
      const asked = await ask(brief, { ...service, url, private: false });
      expect(asked).toMatchObject({ trouble: { code: 'private_address' } });
    }
    expect(double.requests).toEqual([]);
  });
});

test.each([
  ['https://scrub.example.com/v1', false, undefined],
  ['http://scrub.example.com/v1', false, 'must begin with https://'],
  ['http://scrub:8080/v1', true, undefined],
  ['http://scrub:8080/v1', false, 'must begin with https://'],
  ['http://93.184.216.34/v1', true, 'must begin with https://'],
  ['http://169.254.169.254/latest', true, 'must begin with https://'],
  ['https://127.0.0.1/v1', false, 'Say --private'],
  ['https://10.1.2.3/v1', false, 'Say --private'],
  ['https://169.254.169.254/latest', false, 'Say --private'],
  ['https://[::ffff:10.0.0.1]/', false, 'Say --private'],
  ['https://[fe80::1]/', false, 'Say --private'],
  ['http://10.1.2.3:8080/v1', true, undefined],
  ['https://ann:secret@scrub.example.com/', false, 'neither a name nor a password'],
  ['scrub.example.com', false, 'not an address'],
] as const)('the address %s (private: %s): %s', (url, isPrivate, fault) => {
  const found = addressFault(url, isPrivate);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(fault);
});
