import { useQuery, useQueryClient } from '@tanstack/react-query';
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
  useEffect(() => whenIdle(() => void client.prefetchQuery(code)), [client]);
  const { data: RunQuestions } = useQuery({ ...code, enabled: asked });
  return asked && RunQuestions ? <RunQuestions /> : null;
}
