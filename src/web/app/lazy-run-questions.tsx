import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { codeQuery } from '../lib/load-code.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { useRunQuestion } from '../ui/run/run-question.ts';

const code = codeQuery(
  'run questions',
  async () => (await import('../ui/run/run-questions.tsx')).RunQuestions,
);

/** Their code is loaded once the browser is idle: nobody asks on the first screen. */
export function LazyRunQuestions() {
  const client = useQueryClient();
  const asked = useRunQuestion() !== undefined;
  useEffect(() => whenIdle(() => void loadAhead(client)), [client]);
  return asked ? <RunQuestions /> : null;
}

/** A failure is forgotten: who asks later tries again, and only then is an error shown. */
async function loadAhead(client: QueryClient): Promise<void> {
  const { queryKey } = code;
  await client.prefetchQuery(code);
  if (client.getQueryState(queryKey)?.status === 'error') client.removeQueries({ queryKey });
}

function RunQuestions() {
  const { data: Questions } = useQuery(code);
  return Questions ? <Questions /> : null;
}
