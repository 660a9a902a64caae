import { Link } from '@tanstack/react-router';
import { Page, Section } from '../ui/page.tsx';
import { homePath } from './routes.ts';

export function NotFoundPage() {
  return (
    <Page title="404" sentence="There is no page at this address.">
      <Section>
        <Link to={homePath}>Go to Voice messages</Link>
      </Section>
    </Page>
  );
}
