import { Button } from '../../../src/web/ui/button.tsx';
import { Notices } from '../../../src/web/ui/notices.tsx';
import { notify } from '../../../src/web/ui/notify.ts';
import { Page, Section } from '../../../src/web/ui/page.tsx';

const link = { label: 'Open', href: '/' };

/** The three kinds of notices. */
export function NoticePart() {
  return (
    <Page title="Notices">
      <Section>
        <Button onClick={() => notify({ text: 'It was saved.' })}>Plain</Button>
        <Button onClick={() => notify({ text: 'It is made.', link })}>With a link</Button>
        <Button onClick={() => notify({ text: 'It failed.', tone: 'danger' })}>Danger</Button>
      </Section>
      <Notices />
    </Page>
  );
}
