/** The results of comparing the journals of data folders, and which are still missing. */
import type { Outstanding } from '#db/queries/reconciliation.ts';
import { easternTime } from '#domain/eastern-time.ts';
import { emptyReport, type FolderReport } from '#witness/reconcile.ts';
import { count } from '../shared.ts';

/** Of a submission with ids of usual length. */
const lineBytes = 48;

/** The result of comparing one folder's journal, in lines. */
export function reportWords(name: string, report: FolderReport): string[] {
  const { submissions, optOuts, stops, replies, damaged, lost } = report;
  const lines = [
    `${name}:`,
    `  ${count(submissions.read, 'call or text', 'calls and texts')} submitted since this state of the database; ${number(submissions.missing)} of them were missing and now count as attempted, result unknown.`,
    `  ${count(optOuts.read, 'opt-out')} recorded since then; ${number(optOuts.missing)} of them were missing and are blocked again.`,
  ];
  if (stops.missing > 0) {
    lines.push(
      `  ${count(stops.missing, 'stop')} of calls and texts ${stops.missing === 1 ? 'was' : 'were'} missing and in force again: "carillon stop --list".`,
    );
  }
  if (submissions.barred > 0)
    lines.push(`  ${number(submissions.barred)} are already barred here.`);
  if (replies.missing > 0) {
    lines.push(
      `  ${count(replies.missing, 'auto-reply', 'auto-replies')} to inbound texts will not be sent again.`,
    );
  }
  if (submissions.withoutList > 0) {
    lines.push(
      `  ${number(submissions.withoutList)} were in contact lists that this database does not have. Do not upload those lists again unchanged.`,
    );
  }
  if (lost > 0) {
    lines.push(
      `  About ${count(Math.ceil(lost / lineBytes), 'line')} of the journal are lost with their files. The people they named are unknown.`,
    );
  }
  if (damaged > 0) lines.push(`  ${count(damaged, 'line')} of the journal could not be read.`);
  return lines;
}

const number = (value: number) => value.toLocaleString('en-US');

/** @param report as the folder reported it; empty if it did not */
export function otherFolderWords(name: string, gone: boolean, report: object): string[] {
  const came = Object.keys(report).length > 0;
  const lines = came ? reportWords(name, { ...emptyReport(), ...report }) : [];
  if (!gone || came) return lines;
  return [`${name}: gone. What it submitted since then is not known.`];
}

/** Folders that a hold does not wait for; none: nothing. */
export function longSilentWords(
  folders: readonly Pick<Outstanding, 'name' | 'seenAt'>[],
): string[] {
  if (folders.length === 0) return [];
  return [
    `The hold does not wait for data folders that were silent for longer than journals are kept: ${seenWords(folders)}. If one of them has run since the backup, start Carillon there first.`,
  ];
}

const seenWords = (folders: readonly Pick<Outstanding, 'name' | 'seenAt'>[]) =>
  folders
    .map(({ name, seenAt }) => `${name} (last seen ${easternTime(seenAt.getTime())})`)
    .join(', ');

/** Why the hold lasts. @param left at least one */
export function outstandingSentences(left: readonly Outstanding[]): string[] {
  const away = left.filter(({ lost }) => lost === 0);
  const sentences = left.filter(({ lost }) => lost > 0).map(lostSentence);
  if (away.length === 0) return sentences;
  return [
    `The hold lasts until these data folders have compared their journals: ${seenWords(away)}. Start Carillon there. If one is lost for good, give --gone=<name>. Then numbers that it called since the backup may be called again.`,
    ...sentences,
  ];
}

function lostSentence({ name }: Outstanding): string {
  return `Part of the journal of ${name} is lost: its files were removed, or are older than the days that journals are kept (carillon retention). Put the files back into witness/ there and run this command again. If they are lost for good, give --gone=${name}. Then the carriers are asked, and numbers that no carrier names may be called again.`;
}
