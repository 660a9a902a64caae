import { useQuery } from '@tanstack/react-query';
import { codeQuery } from '#web/lib/load-code.ts';
import { useTour } from './use-tour.ts';

const code = codeQuery('try this', async () => (await import('./try-this.tsx')).TryThis);

/** The card "Try this", only for a demo client: nobody else loads its code. */
export function LazyTryThis() {
  const tour = useTour();
  return tour && !tour.putAway ? <Loaded /> : null;
}

function Loaded() {
  const { data: TryThis } = useQuery(code);
  return TryThis ? <TryThis /> : null;
}
