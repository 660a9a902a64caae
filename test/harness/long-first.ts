import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first: one that begins last would have a worker wait for it. */
const long = [
  'test/attacks/attacks.test.ts',
  'test/release/release.test.ts',
  'test/cli/start.test.ts',
  'test/simulation/simulation.test.ts',
  'test/engine/daily-limit.test.ts',
  'test/cli/demo-history.test.ts',
  'test/engine/texting.test.ts',
  'test/engine/linkback-takeover.test.ts',
  'test/journeys/failed-read.test.ts',
  'test/engine/several-engines.test.ts',
  'test/journeys/phone-recording.test.ts',
];

/** The long files first; the others as Vitest orders them. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex((file) => moduleId.endsWith(`/${file}`));
      return found < 0 ? long.length : found;
    };
    return rest.toSorted((a, b) => rank(a) - rank(b));
  }
}
