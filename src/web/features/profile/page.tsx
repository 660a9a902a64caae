import { useQuery } from '@tanstack/react-query';
import { currentManager } from '#contract/manager.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { Page, Section } from '#web/ui/page.tsx';
import { ProfileForm } from './profile-form.tsx';

/** The account of whoever is logged in. */
export function ProfilePage() {
  const { id } = useManager();
  const { data } = useQuery({
    queryKey: queryKey(currentManager, { id }),
    queryFn: ({ signal }) => api(currentManager, { params: { id }, signal }),
    // What is typed over must be what is stored, not what was when the screen was last open.
    gcTime: 0,
  });
  return (
    <Page title="User Profile" divided>
      <Section>{data ? <ProfileForm manager={data} /> : <p>Loading ...</p>}</Section>
    </Page>
  );
}
