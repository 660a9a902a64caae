import { useQuery } from '@tanstack/react-query';
import { currentManager } from '#contract/manager.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { SecondFactorSection } from '#web/ui/factor/section.tsx';
import { Loading } from '#web/ui/load-failure.tsx';
import { PhoneSection } from '#web/ui/message-test/phone-section.tsx';
import { Page, Section } from '#web/ui/page.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Sessions } from './sessions.tsx';

/** The account of the logged-in manager. */
export function ProfilePage() {
  const { id } = useManager();
  const manager = useQuery({
    queryKey: queryKey(currentManager, { id }),
    queryFn: ({ signal }) => api(currentManager, { params: { id }, signal }),
    // The form must start from what is stored now, not from an earlier visit.
    gcTime: 0,
  });
  return (
    <Page title="User Profile" divided times>
      {manager.data ? (
        <>
          <Section>
            <ProfileForm manager={manager.data} />
          </Section>
          <Section>
            <SecondFactorSection />
          </Section>
          <Section>
            <PhoneSection />
          </Section>
          <Section>
            <Sessions />
          </Section>
        </>
      ) : (
        <Loading reads={[manager]} />
      )}
    </Page>
  );
}
