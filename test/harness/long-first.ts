import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, the longest first: one that begins last would have a worker wait for it. */
const long = [
  'test/simulation/simulation.test.ts',
  'test/engine/isolation.test.ts',
  'test/journeys/phone-recording.test.ts',
  'test/release/release.test.ts',
  'test/deploy/container.test.ts',
  'test/engine/kill.test.ts',
  'test/engine/slow-carrier.test.ts',
  'test/engine/linkback-takeover.test.ts',
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
