import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readSecondFactor } from '#contract/second-factor.ts';
import { queryKey } from '#web/lib/query.ts';
import { AddPasskey } from './add-passkey.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpApp } from './set-up-app.tsx';

export type Setup = 'app' | 'passkey' | { codes: readonly string[] };

export const setupTitle = (setup: Setup): string => {
  if (setup === 'app') return 'Set up an authenticator app';
  return setup === 'passkey' ? 'Add a passkey' : 'Recovery codes';
};

interface SetupStepsProps {
  first: Setup;
  /** Each step has its own title. */
  onStep?: (setup: Setup) => void;
  onClose: (done: boolean) => void;
}

/** Sets one up, then shows the recovery codes that came with it. */
export function SetupSteps({ first, onStep, onClose }: SetupStepsProps) {
  const client = useQueryClient();
  const [setup, setSetup] = useState(first);
  const done = (codes: readonly string[]) => {
    void client.invalidateQueries({ queryKey: queryKey(readSecondFactor) });
    if (codes.length === 0) return onClose(true);
    setSetup({ codes });
    onStep?.({ codes });
  };
  const cancel = () => onClose(false);
  if (setup === 'app') return <SetUpApp onDone={done} onCancel={cancel} />;
  if (setup === 'passkey') return <AddPasskey onDone={done} onCancel={cancel} />;
  return <RecoveryCodes codes={setup.codes} onDone={() => onClose(true)} />;
}
