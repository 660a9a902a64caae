export interface Notice {
  /** A plain sentence: «Export is ready: 48,213 call records.» */
  text: string;
  /** A link to the result. */
  link?: { label: string; href: string };
  tone?: 'plain' | 'danger';
}

/** Shows a notice at the foot of the page; it stays 8 seconds, one with a link until closed. */
export async function notify(notice: Notice): Promise<void> {
  const { showNotice } = await import('./notices.tsx');
  showNotice(notice);
}
