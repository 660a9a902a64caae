import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { OperationResponse } from '#contract/http.ts';
import { readNumber } from '#contract/number.ts';
import {
  deletePolicyRule,
  editPolicyRule,
  type ListedPolicyRule,
  type PolicyCost,
  type Purpose,
  readPolicy,
  readPolicyCosts,
  setPolicyPurpose,
  switchPolicyPreset,
} from '#contract/policy.ts';
import { purposeNames } from '#domain/policy/policy-words.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { useLiveQuery } from '#web/lib/use-live-query.ts';
import { notify } from '#web/ui/notify.ts';
import { bodyOf, type RuleDraft } from './draft.ts';

/** Judging what waits takes the server a moment, and figures change with the minutes. */
const costsEvery = 10_000;

export function usePolicy() {
  const { clientId } = useManager();
  return useQuery({
    queryKey: queryKey(readPolicy, { clientId }),
    queryFn: ({ signal }) => api(readPolicy, { query: { clientId }, signal }),
  });
}

export interface Costs {
  /** By rule; undefined before the first response. */
  byRule: ReadonlyMap<number, readonly PolicyCost[]> | undefined;
  /** When they were counted, on the platform's clock. */
  at: Date;
  atLeast: boolean;
  failed: boolean;
}

export function usePolicyCosts(): Costs {
  const { clientId } = useManager();
  const { data, connection } = useLiveQuery({
    queryKey: queryKey(readPolicyCosts, { clientId }),
    every: costsEvery,
    queryFn: ({ signal }) => api(readPolicyCosts, { query: { clientId }, signal }),
  });
  const byRule = data && Map.groupBy(data.costs, ({ ruleId }) => ruleId);
  const at = new Date(data?.at ?? 0);
  return { byRule, at, atLeast: data?.atLeast ?? false, failed: connection === 'lost' };
}

/** What a change returns is what holds now. */
function useTaken() {
  const client = useQueryClient();
  const { clientId } = useManager();
  const again = () =>
    Promise.all(
      [readPolicyCosts, readNumber].map((operation) =>
        client.invalidateQueries({ queryKey: queryKey(operation) }),
      ),
    );
  return {
    clientId,
    taken: (policy: OperationResponse<typeof readPolicy>) => {
      client.setQueryData(queryKey(readPolicy, { clientId }), policy);
      void again();
    },
    /** It may have been made although it is not confirmed. */
    unknown: () => client.invalidateQueries({ queryKey: queryKey(readPolicy) }),
  };
}

export function useSaveRule(onSaved: () => void) {
  const { clientId, taken, unknown } = useTaken();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (draft: RuleDraft) =>
      api(editPolicyRule, {
        params: { id: draft.ruleId },
        body: { ...bodyOf(draft), clientId },
        intent: draft,
      }),
    onSuccess: (policy) => {
      notify({ text: 'The rule is saved and holds.' });
      taken(policy);
      onSaved();
    },
    onError: unknown,
  });
}

export function useDeleteRule() {
  const { taken, unknown } = useTaken();
  return async ({ ruleId, version }: ListedPolicyRule, anyway: boolean) => {
    try {
      taken(
        await api(deletePolicyRule, {
          params: { id: ruleId },
          body: anyway ? { ruleId } : { ruleId, version },
        }),
      );
      notify({ text: 'The rule is deleted.' });
    } catch (error) {
      void unknown();
      throw error;
    }
  };
}

export interface Switching {
  code: string;
  on: boolean;
}

/** One preset at a time: each takes about two seconds. */
export function useSwitchPreset() {
  const { clientId, taken, unknown } = useTaken();
  // Asked again after a failure, it is the same wish.
  const wishes = useRef(new Map<string, Switching>());
  const change = useMutation({
    meta: { ownErrors: true },
    mutationFn: (wish: Switching) =>
      api(switchPolicyPreset, {
        params: { code: wish.code },
        body: { clientId, on: wish.on },
        intent: wish,
      }),
    onSuccess: (policy, { code }) => {
      wishes.current.delete(code);
      taken(policy);
    },
    onError: () => void unknown(),
  });
  const start = (code: string, on: boolean) => {
    const former = wishes.current.get(code);
    const wish = former?.on === on ? former : { code, on };
    wishes.current.set(code, wish);
    return change.mutateAsync(wish);
  };
  return { change, start };
}

export function useSetPurpose() {
  const { clientId, taken } = useTaken();
  return useMutation({
    mutationFn: (purpose: Purpose) => api(setPolicyPurpose, { body: { clientId, purpose } }),
    onSuccess: (policy) => {
      taken(policy);
      notify({
        text: `New campaigns are for ${purposeNames[policy.purpose].toLowerCase()} purposes unless they say otherwise.`,
      });
    },
  });
}
