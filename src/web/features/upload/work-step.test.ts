import { expect, test } from 'vitest';
import { loadingStep, sendingStep } from './work-step.ts';

const mb = 1024 * 1024;
const progress = { callListId: 1, stage: 'loading', bytesReceived: 0, bytesTotal: 0 } as const;

test('the line of progress says how much was sent, then how many rows are loaded', () => {
  expect(sendingStep(3 * mb, 120 * mb)).toEqual({
    doing: 'Sending 3.0 of 120.0 MB',
    share: 0.00625,
  });
  expect(sendingStep(512, 2048).doing).toBe('Sending 0.5 of 2.0 kB');
  expect(sendingStep(120 * mb, 120 * mb).doing).toBe('Reading the file');
  const half = loadingStep({ ...progress, rowsLoaded: 327_000 }, 654_000);
  expect(half.doing).toBe('Loading 327,000 of 654,000 rows');
  expect(half.share).toBeCloseTo(0.425);
});

test('while the rows of the file are not counted the share is unknown', () => {
  const step = loadingStep({ ...progress, rowsLoaded: 1_200 }, undefined);
  expect(step).toEqual({ doing: 'Loading 1,200 rows', share: undefined });
});

test('the bar goes on from each stage to the next, and never past the whole', () => {
  const steps = [
    sendingStep(0, mb),
    sendingStep(mb, mb),
    loadingStep({ ...progress, rowsLoaded: 0 }, 100),
    // Blank lines count as rows for the server only.
    loadingStep({ ...progress, rowsLoaded: 120 }, 100),
    loadingStep({ ...progress, stage: 'restricting', rowsLoaded: 100 }, 100),
    loadingStep({ ...progress, stage: 'finishing', rowsLoaded: 100 }, 100),
  ];
  const shares = steps.map(({ share }) => share ?? 0);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(Math.max(...shares)).toBeLessThan(1);
});
