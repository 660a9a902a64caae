import { Page } from '../../ui/page.tsx';

export function UploadPage() {
  return <Page title="Upload Contact List">{null}</Page>;
}
