import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Manager } from '#contract/manager.ts';
import { createManagerLink, getManagerLink, type ManagerLink } from '#contract/manager-link.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';

/** Milliseconds between two looks at what became of the mail. */
const mailCheckedEvery = 2_000;

/** A link that was made just now: its token is shown once and kept nowhere. */
export interface GivenLink {
  manager: Pick<Manager, 'id' | 'name' | 'email'>;
  link: ManagerLink;
}

/** Makes the link of a manager; the dialog shows it until it is closed. */
export function useManagerLink() {
  const [given, setGiven] = useState<GivenLink>();
  const making = useMutation({
    mutationFn: ({ id }: Manager) => api(createManagerLink, { params: { id } }),
    onSuccess: (link, manager) => setGiven({ manager, link }),
  });
  return { given, give: making.mutate, close: () => setGiven(undefined) };
}

/** Whether the mail with the link has gone out. */
export function useLinkMail({ manager: { id }, link }: GivenLink) {
  const read = useQuery({
    queryKey: queryKey(getManagerLink, { id, expires: link.expires }),
    queryFn: ({ signal }) => api(getManagerLink, { params: { id }, signal }),
    enabled: link.mail !== 'off',
    refetchInterval: ({ state }) =>
      (state.data?.mail ?? 'waiting') === 'waiting' ? mailCheckedEvery : false,
  });
  return read.data?.mail ?? link.mail;
}
