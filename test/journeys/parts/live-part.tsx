import { useRef } from 'react';
import { useLiveQuery } from '../../../src/web/lib/use-live-query.ts';
import { Button } from '../../../src/web/ui/button.tsx';
import { LiveIndicator } from '../../../src/web/ui/live-indicator.tsx';
import { Page, Section } from '../../../src/web/ui/page.tsx';

/** A number that counts its own refreshes, with a connection that can be cut and restored. */
export function LivePart() {
  const cut = useRef(false);
  const count = useRef(0);
  const live = useLiveQuery({
    queryKey: ['count'],
    every: 200,
    queryFn: async () => {
      if (cut.current) throw new Error('The line is cut.');
      count.current += 1;
      return count.current;
    },
  });
  return (
    <Page title="Live" actions={<LiveIndicator {...live} />}>
      <Section>
        <output aria-label="Count">{live.data}</output>
        <Button
          onClick={() => {
            cut.current = !cut.current;
          }}
        >
          Cut or mend
        </Button>
      </Section>
    </Page>
  );
}
